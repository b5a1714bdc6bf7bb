/**
 * What a PostgreSQL server holds: tables in the schema `meterscope`, and in `v1` the views that a workspace has (docs/store.md), with the
 * same names and columns and one more, `publisher`. Readings lie in a partition for each month of UTC. What other programs of this kind take
 * meters from is in `meterscope_pull` (`pull-schema.ts`).
 */
import type { Connection } from '../../database.ts';
import { text } from '../../row.ts';
import { sqlName } from '../../sql-text.ts';
import { ENTRIES, pullStatements } from './pull-schema.ts';

/** It changes when tables do; a server of another one is refused. */
export const SCHEMA_VERSION = 2;

const PUBLISHER = 'meterscope_publisher';
const READER = 'meterscope_reader';

/**
 * Views whose rows are published as they are, in groups that are replaced whole: those of a meter, of a series, or of a day or some
 * documents of the workspace (`own`: each workspace has its own). What belongs to no meter is a group of each workspace, too.
 */
export const VIEWS: Readonly<Record<string, { group: string; own?: true; from?: string }>> = {
  meters: { group: 'usage_point' },
  series: { group: 'usage_point' },
  coverage: { group: 'usage_point' },
  daily: { group: 'series_id' },
  monthly: { group: 'series_id' },
  bills: { group: 'usage_point' },
  bill_lines: { group: 'usage_point' },
  sources: { group: 'source_id // 100', own: true },
  findings: { group: 'source_id // 100', own: true },
  events: { group: 'arrived_utc::DATE', own: true },
  requests: { group: 'started_utc::DATE', own: true },
  runs: { group: 'created_utc::DATE', own: true },
  entries: { group: 'usage_point', from: ENTRIES },
};

/** SQL of the relation of the workspace whose rows are published. */
export function relationOf(view: string): string {
  return VIEWS[view]?.from ?? `v1.${view}`;
}

/** Columns of a reading on the server, in their order. */
export const READING_COLUMNS = {
  series: 'integer NOT NULL',
  start_utc: 'timestamp NOT NULL',
  duration: 'bigint NOT NULL',
  value: 'bigint',
  value_scale: 'smallint NOT NULL',
  cost: 'bigint',
  cost_scale: 'smallint NOT NULL',
  quality: 'smallint',
  tou: 'smallint',
  tier: 'smallint',
  cpp: 'smallint',
  utc_offset_seconds: 'integer',
} as const;

const READING_LIST = Object.entries(READING_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

const TYPES: Readonly<Record<string, string>> = {
  VARCHAR: 'text',
  BOOLEAN: 'boolean',
  TINYINT: 'smallint',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  HUGEINT: 'numeric',
  DOUBLE: 'double precision',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
};

/** Names and PostgreSQL's types of the columns of a view of the workspace. */
export async function columnsOf(connection: Connection, view: string): Promise<{ name: string; type: string }[]> {
  const rows = await connection.rows(`DESCRIBE SELECT * FROM ${relationOf(view)}`);
  return rows.map((row) => {
    const type = TYPES[text(row.column_type)];
    if (type === undefined) throw new Error(`No type of PostgreSQL stands for ${text(row.column_type)}.`);
    return { name: text(row.column_name), type };
  });
}

/** Statements that make the table of a view of the workspace, and the view. */
async function viewStatements(connection: Connection, view: string): Promise<string[]> {
  const columns = await columnsOf(connection, view);
  const list = columns.map(({ name, type }) => `${sqlName(name)} ${type}`).join(', ');
  const schema = VIEWS[view]?.from === undefined ? 'v1' : 'meterscope_pull';
  return [
    `CREATE TABLE meterscope.${view} (grp text NOT NULL, publisher text NOT NULL, ${list})`,
    `CREATE INDEX ON meterscope.${view} (grp)`,
    `CREATE VIEW ${schema}.${view} AS SELECT ${columns.map(({ name }) => sqlName(name)).join(', ')}, publisher FROM meterscope.${view}`,
  ];
}

/** Statements that bring a server of version 1 to this one. */
export async function upgradeStatements(connection: Connection): Promise<string[]> {
  return [
    'CREATE SCHEMA meterscope_pull',
    ...(await viewStatements(connection, 'entries')),
    `GRANT SELECT, INSERT, UPDATE, DELETE ON meterscope.entries TO ${PUBLISHER}`,
    ...pullStatements(READER, PUBLISHER),
    `UPDATE meterscope.schema_version SET version = ${SCHEMA_VERSION}`,
  ];
}

/** Statements that make the schemas on an empty server, for one who may create schemas and roles. */
export async function schemaStatements(connection: Connection): Promise<string[]> {
  const shown: string[] = [];
  for (const view of Object.keys(VIEWS)) shown.push(...(await viewStatements(connection, view)));
  return [
    'CREATE SCHEMA meterscope',
    'CREATE SCHEMA v1',
    'CREATE SCHEMA meterscope_pull',
    'CREATE TABLE meterscope.schema_version (version integer NOT NULL)',
    `INSERT INTO meterscope.schema_version VALUES (${SCHEMA_VERSION})`,
    'CREATE TABLE meterscope.publishers (publisher text PRIMARY KEY, name text NOT NULL, program text NOT NULL, published_at timestamptz NOT NULL)',
    // What was published last of a group of rows, and by whom: the same digest, the same rows.
    `CREATE TABLE meterscope.published (kind text, grp text, digest text NOT NULL, rows bigint NOT NULL, publisher text NOT NULL,
       published_at timestamptz NOT NULL, PRIMARY KEY (kind, grp))`,
    `CREATE TABLE meterscope.series_facts (series integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, series_id text NOT NULL UNIQUE, usage_point text,
       name text, unit text, power integer NOT NULL, cost_power integer NOT NULL, currency text, publisher text NOT NULL)`,
    'CREATE TABLE meterscope.quality_words (code integer PRIMARY KEY, words text NOT NULL)',
    // Other servers that take months of readings, see docs/postgres.md.
    'CREATE TABLE meterscope.servers (name text PRIMARY KEY)',
    `CREATE TABLE meterscope.readings (${READING_LIST}) PARTITION BY RANGE (start_utc)`,
    'CREATE TABLE meterscope.readings_other PARTITION OF meterscope.readings DEFAULT',
    'CREATE INDEX ON meterscope.readings_other (series, start_utc)',
    ADD_MONTH,
    ...shown,
    READINGS_VIEW,
    ...roles(PUBLISHER, READER),
    `GRANT USAGE ON SCHEMA meterscope, v1 TO ${PUBLISHER}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA meterscope TO ${PUBLISHER}`,
    `REVOKE INSERT, UPDATE, DELETE ON meterscope.schema_version, meterscope.servers FROM ${PUBLISHER}`,
    `REVOKE ALL ON FUNCTION meterscope.add_month FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION meterscope.add_month TO ${PUBLISHER}`,
    `GRANT USAGE ON SCHEMA v1 TO ${READER}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA v1 TO ${READER}, ${PUBLISHER}`,
    ...pullStatements(READER, PUBLISHER),
  ];
}

/** The months that have partitions of their own: what lies elsewhere is a wrong time. */
const MONTHS = { first: 197001, last: 206912 };

/**
 * Makes the partition of a month unless it is there; answers whether it lies on another server. Months go around this server and those
 * of `meterscope.servers`, where there are any.
 */
const ADD_MONTH = `CREATE FUNCTION meterscope.add_month(period integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    name text := 'readings_' || period;
    since date := make_date(period / 100, period % 100, 1);
    bounds text := format('FOR VALUES FROM (%L) TO (%L)', since, (since + interval '1 month')::date);
    others text[] := (SELECT array_agg(s.name ORDER BY s.name) FROM meterscope.servers s);
    place integer := (period / 100 * 12 + period % 100) % (coalesce(array_length(others, 1), 0) + 1);
  BEGIN
    IF period NOT BETWEEN ${MONTHS.first} AND ${MONTHS.last} THEN RETURN false; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('meterscope.add_month'));
    IF to_regclass('meterscope.' || name) IS NULL THEN
      IF place = 0 THEN
        EXECUTE format('CREATE TABLE meterscope.%I PARTITION OF meterscope.readings %s', name, bounds);
        EXECUTE format('CREATE INDEX ON meterscope.%I (series, start_utc)', name);
      ELSE
        PERFORM dblink_exec(others[place], format('CREATE SCHEMA IF NOT EXISTS meterscope; CREATE TABLE IF NOT EXISTS meterscope.%1$I (${READING_LIST}); '
          'CREATE INDEX IF NOT EXISTS %2$I ON meterscope.%1$I (series, start_utc)', name, name || '_series'));
        EXECUTE format('CREATE FOREIGN TABLE meterscope.%I PARTITION OF meterscope.readings %s SERVER %I '
          'OPTIONS (schema_name ''meterscope'', table_name %L, batch_size ''2000'', fetch_size ''20000'')', name, bounds, others[place], name);
      END IF;
    END IF;
    RETURN (SELECT c.relkind = 'f' FROM pg_class c WHERE c.oid = to_regclass('meterscope.' || name));
  END $$`;

const AMOUNT = (value: string, scale: string) =>
  `CASE WHEN ${scale} = 0 THEN ${value}::double precision ELSE ${value} * power(10::double precision, ${scale}) END`;
const SCALED = (amount: string, power: string) =>
  `CASE WHEN ${power} < 0 THEN (${amount}) / power(10::double precision, -${power}) ELSE (${amount}) * power(10::double precision, ${power}) END`;

const READINGS_VIEW = `CREATE VIEW v1.readings AS
  SELECT f.usage_point, f.series_id, f.name AS series, r.start_utc, r.start_utc + make_interval(secs => r.utc_offset_seconds) AS start_local,
    r.utc_offset_seconds, extract(epoch FROM r.start_utc)::bigint AS start_epoch, r.duration AS duration_seconds,
    ${SCALED(AMOUNT('r.value', 'r.value_scale'), 'f.power')} AS value, f.unit,
    CASE WHEN r.value_scale = 0 THEN r.value::text ELSE (${AMOUNT('r.value', 'r.value_scale')})::text END AS raw_value,
    ${SCALED(AMOUNT('r.cost', 'r.cost_scale'), 'f.cost_power')} AS cost, CASE WHEN r.cost IS NOT NULL THEN f.currency END AS currency,
    CASE WHEN r.value IS NULL THEN 'missing' WHEN coalesce(r.quality, -1) < 0 THEN 'valid' ELSE coalesce(q.words, 'unknown') END AS quality,
    r.quality AS quality_code, r.tou, r.tier, r.cpp, f.publisher
  FROM meterscope.readings r JOIN meterscope.series_facts f ON f.series = r.series
  LEFT JOIN meterscope.quality_words q ON q.code = r.quality`;

/** Roles belong to the whole server: another database of it may have them. */
function roles(...names: string[]): string[] {
  return names.map(
    (name) =>
      `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} NOLOGIN; END IF; END $$`,
  );
}
