/** The small tables of an export, as SQL: what its readings are of, bills, and the documents that all of it came in. */
import { offsetSegments } from '#shared/time/index.ts';
import type { Connection } from '../database.ts';
import { memberships, storedGroups } from '../questions/group-members.ts';
import { notesOf } from '../questions/tags.ts';
import { number, optionalNumber } from '../row.ts';
import type { ExportFrame } from './frame.ts';
import { codeWords, createTable, insertRows, offsetText } from './sql.ts';

const OFFSET_COLUMNS = { clock: 'INTEGER', since: 'BIGINT', seconds: 'INTEGER', ending: 'VARCHAR' } as const;
/** Bills that claim to be further apart have a wrong time among them. */
const LONGEST = 100 * 366 * 86_400;

/** SQL: the end of a bill's period. One that has no length, or one of 0, does not say its end. */
const END = '(b.start + nullif(b.duration, 0))';

/** Queries by the name of their table; needs the temporary tables of {@link ExportFrame}. */
export async function smallTables(connection: Connection, frame: ExportFrame): Promise<Record<string, string>> {
  await makeBills(connection, frame);
  const service = await codeWords(connection, 'ServiceKind', 'usage_points p', 'p.service_kind');
  const currency = await codeWords(connection, 'Currency', 'usage_summaries b', 'b.currency');
  const kind = await codeWords(connection, 'ItemKind', 'line_items l', 'l.kind');
  return {
    series: `SELECT e.series_id, e.usage_point, e.name, e.unit, e.currency, e.behaviour, e.holes_are,
        s.grid, CASE WHEN s.grid = 'fixed' THEN nullif(s.interval_length, 0) END AS interval_seconds, s.count AS readings, c.zone
      FROM ex_series e JOIN series s USING (series) JOIN ex_clocks c USING (clock) ORDER BY e.usage_point, e.series`,
    usage_points: `SELECT p.id, p.uid, p.authorization_uid, k.meter AS meter_number, k.customer, k.address, p.title, ${service} AS service,
        CASE p.status WHEN 0 THEN 'off' WHEN 1 THEN 'on' ELSE 'unknown (' || p.status || ')' END AS status, p.tariff,
        c.zone, c.zone_from, c.clock_words AS clock, p.source AS source_id, g.tags, n.note, m.groups
      FROM usage_points p JOIN ex_points x ON x.id = p.id JOIN ex_clocks c USING (clock)
      LEFT JOIN usage_point_facts k ON k.usage_point = p.id
      LEFT JOIN (SELECT subject, string_agg(tag, '; ' ORDER BY lower(tag)) AS tags FROM tags WHERE kind = 'meter' GROUP BY subject) g
        ON g.subject = p.id
      LEFT JOIN ${notesOf('meter')} n ON n.subject = p.id
      LEFT JOIN (SELECT m.id, string_agg(d.name, '; ' ORDER BY lower(d.name)) AS groups FROM ${memberships(await storedGroups(connection))} m
        JOIN meter_groups d ON d.id = m.meter_group GROUP BY m.id) m ON m.id = p.id
      ORDER BY p.id`,
    bills: `SELECT b.id, b.usage_point, utc(b.start) AS start_utc, ${localAt('b.start', 's')} AS start_local,
        utc(${END}) AS end_utc, ${localAt(END, 't')} AS end_local,
        b.total / b.money_scale AS total, b.additional / b.money_scale AS additional, ${currency} AS currency,
        b.money_scale, b.money_reason, b.money_warning, b.consumption_value AS consumption, b.consumption_unit, b.tariff, b.source AS source_id
      FROM usage_summaries b JOIN ex_bills x USING (id)
      ASOF LEFT JOIN ex_offsets s ON s.clock = x.clock AND b.start >= s.since
      ASOF LEFT JOIN ex_offsets t ON t.clock = x.clock AND ${END} >= t.since
      ORDER BY b.usage_point, b.start, b.id`,
    bill_lines: `SELECT l.usage_summary AS bill_id, l.ordinal AS line, l.note, ${kind} AS kind, l.role, l.counted, l.amount, ${currency} AS currency, l.raw_amount,
        CASE WHEN ${QUANTITY} THEN l.measurement_value END AS quantity, CASE WHEN ${QUANTITY} THEN l.measurement_unit END AS quantity_unit,
        l.unit_cost, l.price_unit, CASE WHEN l.role = 'code' THEN l.measurement_value END AS code, utc(l.dated_at) AS date_utc
      FROM line_items l JOIN ex_bills x ON x.id = l.usage_summary JOIN usage_summaries b ON b.id = l.usage_summary
      ORDER BY b.usage_point, b.start, b.id, l.ordinal`,
    sources: `SELECT source AS source_id, kind, label AS document, utc(read_at // 1000) AS fetched_at, request_id, authorization_uid, bytes
      FROM sources WHERE source IN (SELECT b.source FROM interval_blocks b JOIN ex_series USING (series)
        UNION SELECT p.source FROM usage_points p JOIN ex_points USING (id)
        UNION SELECT b.source FROM usage_summaries b JOIN ex_bills USING (id)) ORDER BY source`,
  };
}

/** SQL: the place of a bill's clock in {@link ExportFrame.clocks}. */
const CLOCK = 'coalesce(x.clock, 0)';

/** A line's measurement is a quantity: no money, which is its amount, and neither a date nor a code. */
const QUANTITY = `l.measurement_unit <> 'money' AND l.role NOT IN ('date', 'code')`;

/**
 * `ex_bills`: bills of the chosen usage points that touch the span, or may as they do not say their end, with their clocks; `ex_offsets`: what
 * these clocks show. Where all is exported, also bills of no usage point, by the clock of the workspace.
 */
async function makeBills(connection: Connection, frame: ExportFrame): Promise<void> {
  const spans = frame.clocks.flatMap(({ since, until }, clock) => [
    ...(since === undefined ? [] : [`WHEN ${CLOCK} = ${clock} AND ${END} <= ${since} THEN false`]),
    ...(until === undefined ? [] : [`WHEN ${CLOCK} = ${clock} AND b.start >= ${until} THEN false`]),
  ]);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ex_bills AS SELECT b.id, ${CLOCK} AS clock FROM usage_summaries b ${frame.isWhole ? 'LEFT JOIN' : 'JOIN'} ex_points x ON x.id = b.usage_point
     WHERE ${spans.length === 0 ? 'true' : `CASE ${spans.join(' ')} ELSE true END`}`,
  );
  const rows = await connection.rows(
    `SELECT x.clock, min(b.start) AS first, max(coalesce(${END}, b.start)) AS last FROM usage_summaries b JOIN ex_bills x USING (id) GROUP BY ALL`,
  );
  await createTable(connection, 'ex_offsets', OFFSET_COLUMNS);
  for (const row of rows) {
    const [place, first, last] = [number(row.clock), optionalNumber(row.first), optionalNumber(row.last)];
    const clock = frame.clocks[place]?.clock;
    if (clock === undefined || first === undefined || last === undefined || last - first > LONGEST) continue;
    await insertRows(
      connection,
      'ex_offsets',
      OFFSET_COLUMNS,
      offsetSegments(clock, first, last).map(({ from, offset }) => ({
        clock: place,
        since: from,
        seconds: offset,
        ending: offsetText(offset),
      })),
    );
  }
}

/** SQL of the local time of an instant by a row of `ex_offsets`. */
function localAt(instant: string, offsets: string): string {
  return `strftime(clock_at(${instant} + ${offsets}.seconds), '%Y-%m-%dT%H:%M:%S') || ${offsets}.ending`;
}
