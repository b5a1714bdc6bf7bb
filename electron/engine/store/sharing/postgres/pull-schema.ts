/**
 * What the server has for programs of this kind, so that they take a meter into a store of their own (`pull/`): the schema `meterscope_pull`. It may
 * change with any version; what people and dashboards read is in `v1`.
 */

/**
 * Relation of the workspace whose rows are `meterscope_pull.entries`: reading types by series, local time, bills and power quality by meter, as they
 * were sent. Entries of customers are not among them: what they say is in `v1.meters`, as far as it is shown.
 */
export const ENTRIES = `(
  WITH types AS (
    SELECT m.series, min_by(e.raw, (e.data IS DISTINCT FROM s.reading_type, e.id)) AS payload
    FROM main.meter_readings m JOIN main.series s ON s.series = m.series JOIN main.entries e ON e.id = m.reading_type AND e.kind = 'ReadingType'
    WHERE coalesce((e.data->>'powerOfTenMultiplier')::INTEGER, 0) = s.power GROUP BY m.series)
  SELECT f.usage_point, f.series_id, 'ReadingType' AS kind, row_number() OVER (PARTITION BY f.usage_point ORDER BY f.series) AS place,
    NULL::VARCHAR AS title, t.payload
  FROM main.series_facts f LEFT JOIN types t ON t.series = f.series WHERE f.usage_point IS NOT NULL
  UNION ALL
  SELECT p.id, NULL, 'LocalTimeParameters', 1, e.title, e.raw
  FROM main.usage_points p JOIN main.entries e ON e.id = p.local_time AND e.kind = 'LocalTimeParameters'
  UNION ALL
  SELECT b.usage_point, NULL, 'UsageSummary', row_number() OVER (PARTITION BY b.usage_point ORDER BY b.start, b.id), e.title, e.raw
  FROM main.usage_summaries b JOIN main.entries e ON e.id = b.id WHERE b.usage_point IS NOT NULL
  UNION ALL
  SELECT q.usage_point, NULL, 'ElectricPowerQualitySummary', row_number() OVER (PARTITION BY q.usage_point ORDER BY q.start, q.id), e.title, e.raw
  FROM main.power_quality q JOIN main.entries e ON e.id = q.id WHERE q.usage_point IS NOT NULL)`;

/** Kinds of `published` that say whether a meter is another one than before. */
const MARKING = "kind IN ('meters', 'series', 'bills', 'entries') OR kind LIKE 'readings:%'";

/** Statements that make the views of `meterscope_pull`, once the tables are there. */
export function pullStatements(reader: string, publisher: string): string[] {
  return [
    'ALTER TABLE meterscope.publishers ADD COLUMN ended_at timestamptz',
    'CREATE INDEX ON meterscope.published (grp)',
    'CREATE VIEW meterscope_pull.version AS SELECT version FROM meterscope.schema_version',
    'CREATE VIEW meterscope_pull.publishers AS SELECT publisher, name, program, published_at AS began_at, ended_at FROM meterscope.publishers',
    `CREATE VIEW meterscope_pull.published AS SELECT kind, grp, digest, rows, publisher, published_at FROM meterscope.published WHERE ${MARKING}`,
    'CREATE VIEW meterscope_pull.series AS SELECT series_id, series, usage_point, cost_power FROM meterscope.series_facts',
    'CREATE VIEW meterscope_pull.readings AS SELECT * FROM meterscope.readings',
    `GRANT USAGE ON SCHEMA meterscope_pull TO ${reader}, ${publisher}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA meterscope_pull TO ${reader}, ${publisher}`,
  ];
}
