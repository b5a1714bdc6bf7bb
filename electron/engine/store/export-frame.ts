/** What an export writes: the queries, with everything that a reading needs to be understood on its own. */
import { codeLabel } from '#shared/espi/code-lists.ts';
import type { ExportSelection } from '../calls/export.ts';
import type { Connection } from './database.ts';
import { qualityClassOf } from './decisions.ts';
import { localTimeOf } from './local-time.ts';
import { number, optionalNumber, optionalText, text } from './row.ts';
import { READING_COST_POWER, seriesOf } from './stored-series.ts';

export interface ExportFrame {
  /** Readings that will be written. */
  readings: number;
  points: { id: string; readings: number }[];
  /** Ends in a WHERE clause: more conditions may be added with AND. `e` is the series. */
  readingsQuery: string;
  /** The small tables by file name. */
  tables: Record<string, string>;
}

/** Usage point of readings that hang on none, for the partitions. */
const NO_USAGE_POINT = 'none';

/** Fills temporary tables with what SQL alone cannot know (units, words, zones) and answers the queries. */
export async function prepareFrame(
  connection: Connection,
  zone: string,
  selection: ExportSelection = {},
): Promise<ExportFrame> {
  await makeSeries(connection, zone, selection);
  await makeQualities(connection);
  const range = [
    selection.from === undefined ? undefined : `r.start >= ${Math.floor(selection.from)}`,
    selection.to === undefined ? undefined : `r.start < ${Math.ceil(selection.to)}`,
  ].filter((condition) => condition !== undefined);
  const where = ['true', ...range].join(' AND ');
  const points = await connection.rows(
    `SELECT e.usage_point AS id, count(*) AS readings FROM readings r JOIN ex_series e USING (series) WHERE ${where} GROUP BY ALL ORDER BY ALL`,
  );
  const from = `FROM readings r JOIN ex_series e USING (series) JOIN interval_blocks b USING (block)
    JOIN sources s ON s.source = b.source
    LEFT JOIN ex_qualities q ON q.code IS NOT DISTINCT FROM r.quality AND q.missing = (r.value IS NULL)`;
  const selected = `SELECT usage_point FROM ex_series`;
  return {
    readings: points.reduce((sum, row) => sum + number(row.readings), 0),
    points: points.map((row) => ({ id: text(row.id), readings: number(row.readings) })),
    readingsQuery: `SELECT e.usage_point, year(make_timestamp(r.start * 1000000)) AS year, e.authorization_uid, e.series_id,
        e.label AS series, r.start AS start_epoch, make_timestamp(r.start * 1000000) AS start_utc, r.duration AS duration_seconds, e.zone,
        scaled_to(amount(r.value, r.value_scale), e.power) AS value, e.unit, r.value::VARCHAR AS raw_value,
        scaled_to(amount(r.cost, r.cost_scale), ${READING_COST_POWER}) AS cost, e.currency,
        r.quality AS quality_code, q.class AS quality, r.tou, r.tier, r.cpp, b.href AS source_href,
        s.label AS source, make_timestamp(s.read_at * 1000) AS fetched_at
      ${from} WHERE ${where}`,
    tables: {
      series: 'SELECT * EXCLUDE (series) FROM ex_series',
      usage_points: `SELECT id, uid, authorization_uid, title, service_kind, status, tariff FROM usage_points WHERE id IN (${selected})`,
      bills: `SELECT b.id, b.usage_point, b.start AS start_epoch, b.duration AS duration_seconds, b.total / b.money_scale AS total,
        b.additional / b.money_scale AS additional, b.currency, b.money_scale, b.money_reason, b.consumption_value, b.consumption_unit, b.tariff,
        e.href AS source_href, s.label AS source, make_timestamp(s.read_at * 1000) AS fetched_at
        FROM usage_summaries b LEFT JOIN entries e ON e.id = b.id LEFT JOIN sources s ON s.source = b.source
        WHERE b.usage_point IN (${selected})`,
      bill_lines: `SELECT l.* FROM line_items l JOIN usage_summaries b ON b.id = l.usage_summary WHERE b.usage_point IN (${selected})`,
    },
  };
}

async function makeSeries(connection: Connection, zone: string, selection: ExportSelection): Promise<void> {
  await connection.run(
    'CREATE TEMP MACRO scaled_to(v, p) AS CASE WHEN p < 0 THEN v / pow(10.0, -p) ELSE v * pow(10.0, p) END',
  );
  await connection.run(
    `CREATE TEMP TABLE ex_series (series INTEGER, series_id VARCHAR, usage_point VARCHAR, authorization_uid VARCHAR, label VARCHAR,
       unit VARCHAR, power INTEGER, behaviour VARCHAR, interval_length INTEGER, currency VARCHAR, zone VARCHAR, zone_is VARCHAR, holes_are VARCHAR)`,
  );
  const rows = await connection.rows(
    `SELECT s.*, p.authorization_uid, p.local_time, d.value AS chosen_zone FROM series s
     LEFT JOIN usage_points p ON p.id = s.usage_point
     LEFT JOIN decisions d ON d.subject = s.usage_point AND d.name = 'zone'
     WHERE s.count > 0 AND ($points IS NULL OR s.usage_point IN (SELECT unnest($points::JSON::VARCHAR[]))) AND ($authorization IS NULL OR p.authorization_uid = $authorization)
       AND ($series IS NULL OR s.id IN (SELECT unnest($series::JSON::VARCHAR[])))`,
    {
      points: selection.usagePoints === undefined ? undefined : JSON.stringify(selection.usagePoints),
      authorization: selection.authorization,
      series: selection.series === undefined ? undefined : JSON.stringify(selection.series),
    },
  );
  const zones = new Map<string, { label: string; source: string }>();
  for (const row of rows) {
    const series = seriesOf(row);
    const chosen = optionalText(row.chosen_zone);
    const key = chosen ?? optionalText(row.local_time) ?? '';
    const local = zones.get(key) ?? (await localTimeOf(connection, optionalText(row.local_time), zone, chosen));
    zones.set(key, local);
    const flow = series.type.flowDirection;
    const label = [
      codeLabel('CommodityKind', series.type.commodity ?? 0),
      flow === undefined ? undefined : codeLabel('FlowDirectionKind', flow),
    ];
    await connection.run('INSERT INTO ex_series VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      series.series,
      series.id,
      series.usagePoint ?? NO_USAGE_POINT,
      optionalText(row.authorization_uid),
      label.filter(Boolean).join(', '),
      series.unit,
      series.power,
      series.behaviour,
      number(row.interval_length),
      series.currency,
      local.label,
      local.source,
      series.zeros ? 'zeros' : 'gaps',
    ]);
  }
}

async function makeQualities(connection: Connection): Promise<void> {
  await connection.run('CREATE TEMP TABLE ex_qualities (code SMALLINT, missing BOOLEAN, class VARCHAR)');
  const rows = await connection.rows(
    'SELECT DISTINCT quality FROM readings WHERE series IN (SELECT series FROM ex_series)',
  );
  for (const row of rows) {
    const code = optionalNumber(row.quality);
    for (const missing of [false, true]) {
      await connection.run('INSERT INTO ex_qualities VALUES (?, ?, ?)', [
        code,
        missing,
        qualityClassOf(code, !missing),
      ]);
    }
  }
}
