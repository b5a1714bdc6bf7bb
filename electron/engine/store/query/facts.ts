/**
 * What the views for queries (docs/store.md) need and SQL cannot work out: the unit of a series, the scale of its costs, the clock of a
 * meter, the words of codes. It lies in tables of the store, and is made anew where anything that it is made of changed: once the store
 * is quiet, and before a query. No writer has to know of it.
 */
import { CODE_LISTS, type CodeList } from '#shared/espi/code-lists.ts';
import { QUALITY_CLASSES, qualityCodes } from '#shared/espi/quality.ts';
import { type Clock, clockOf, offsetSegments } from '#shared/time/index.ts';
import type { Connection } from '../database.ts';
import { clockWords, shownSeries, zoneFrom, zoneIn } from '../export/shown.ts';
import { insertRows } from '../export/sql.ts';
import type { Chore, Step } from '../keeper.ts';
import { localTimeOf, localTimesOf } from '../local-time.ts';
import { number, optionalNumber } from '../row.ts';
import { sqlText } from '../sql-text.ts';
import type { Store } from '../store.ts';
import { columnsOfSeries, seriesOf } from '../stored-series.ts';

/** Raise it when the tables get other content from the same data: stores of before are then filled anew. */
const RULES = 3;

/** Seconds. Local times are known from 1970 to 2069: what claims to lie elsewhere is a wrong time. */
const WEEK = 7 * 86_400;
const LATEST = 3_155_760_000;

/** Series that are looked at together: questions are answered in between. */
const PAGE = 500;

const POINT_COLUMNS = { usage_point: 'VARCHAR', clock: 'INTEGER' } as const;
const CLOCK_COLUMNS = { clock: 'INTEGER', zone: 'VARCHAR', zone_from: 'VARCHAR', words: 'VARCHAR' } as const;
const WEEK_COLUMNS = {
  clock: 'INTEGER',
  week: 'INTEGER',
  seconds: 'INTEGER',
  changes_at: 'BIGINT',
  then_seconds: 'INTEGER',
} as const;
const CODE_COLUMNS = { list: 'VARCHAR', code: 'INTEGER', words: 'VARCHAR' } as const;
const SERIES_COLUMNS = {
  series: 'INTEGER',
  series_id: 'VARCHAR',
  usage_point: 'VARCHAR',
  clock: 'INTEGER',
  name: 'VARCHAR',
  unit: 'VARCHAR',
  power: 'INTEGER',
  cost_power: 'INTEGER',
  currency: 'VARCHAR',
  behaviour: 'VARCHAR',
  is_level: 'BOOLEAN',
  holes_are: 'VARCHAR',
} as const;

/** The lists of codes whose words the views say, by their names in `code_words`. */
const WORDS = { service: 'ServiceKind', currency: 'Currency', item: 'ItemKind' } as const satisfies Record<
  string,
  CodeList
>;

/** True where the tables are made of what the store holds at the moment. @param zone of the workspace */
async function areFactsCurrent(connection: Connection, zone: string): Promise<boolean> {
  const row = await connection.row('SELECT made_of FROM main.facts_stamp');
  return row !== undefined && row.made_of === (await stampOf(connection, zone));
}

/** Fills the tables anew, inside the caller's transaction. @param zone of the workspace */
async function refreshFactsOfViews(connection: Connection, zone: string): Promise<void> {
  for (const table of ['series_facts', 'point_clocks', 'clocks', 'clock_weeks', 'code_words', 'facts_stamp']) {
    await connection.run(`DELETE FROM ${table}`);
  }
  await fillClocks(connection, zone);
  await fillSeries(connection);
  await insertRows(connection, 'code_words', CODE_COLUMNS, codeWords());
  await connection.run('INSERT INTO facts_stamp VALUES (?)', [await stampOf(connection, zone)]);
}

/** During a sync the facts may be old again as soon as they are new: after so many tries those of a moment before do. */
const MOST_TRIES = 3;

/** Begins a transaction on a connection of the caller's own, with views that are up to date. @param begin the statement that begins it */
export async function beginOnViews(connection: Connection, store: Store, begin = 'BEGIN TRANSACTION'): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await connection.run(begin);
    if (await areFactsCurrent(connection, store.zone)) return;
    if (tries > MOST_TRIES) return;
    await connection.run('ROLLBACK');
    await store.write((writer) => refreshFactsOfViews(writer, store.zone));
  }
}

/** Keeps the tables up to date, for other tools that open the file, and so that a query need not wait for them. */
export class FactsOfViews implements Chore {
  readonly #zone: () => string;

  /** @param zone of the workspace */
  constructor(zone: () => string) {
    this.#zone = zone;
  }

  async next(connection: Connection): Promise<Step | undefined> {
    const zone = this.#zone();
    return (await areFactsCurrent(connection, zone)) ? undefined : (writer) => refreshFactsOfViews(writer, zone);
  }
}

/** A text that is another one when anything of what the tables are made of is. */
async function stampOf(connection: Connection, zone: string): Promise<string> {
  const all = (columns: string, table: string) =>
    `(SELECT concat(count(*), ':', bit_xor(hash(${columns}))) FROM main.${table})`;
  const row = await connection.row(
    `SELECT concat_ws('/', ${RULES}, ${sqlText(zone)}, ${all(`${columnsOfSeries('s')}, s.count > 0`, 'series s')},
       ${all('id, uid, local_time, local_time_inferred, service_kind, source', 'usage_points')},
       ${all('id, tz_offset, dst_offset, dst_start_rule, dst_end_rule, source', 'local_times')},
       ${all('subject, value', "decisions WHERE name = 'zone'")},
       (SELECT concat(min(start), ':', max(coalesce(start + duration, start))) FROM main.usage_summaries)) AS stamp`,
  );
  return String(row?.stamp);
}

/** Clocks by what they show: a service may give each of its meters a time of its own. The first one is the workspace's. */
async function fillClocks(connection: Connection, zone: string): Promise<void> {
  const points = await localTimesOf(
    connection,
    `SELECT p.id, p.uid, p.local_time, d.value AS chosen_zone FROM usage_points p
     LEFT JOIN decisions d ON d.subject = p.id AND d.name = 'zone'`,
    zone,
  );
  const views = [await localTimeOf(connection, undefined, zone)];
  const known = new Map<string, number>();
  const placed = points.map(({ id, localTime }) => {
    const { source, tzOffset, dstOffset, dstStartRule, dstEndRule } = localTime;
    const own = source === 'meter' ? [tzOffset, dstOffset, dstStartRule, dstEndRule] : [source, localTime.zone];
    const key = JSON.stringify(own);
    const clock = known.get(key) ?? views.length;
    if (clock === views.length) views.push(localTime);
    known.set(key, clock);
    return { usage_point: id, clock };
  });
  await insertRows(connection, 'point_clocks', POINT_COLUMNS, placed);
  const spans = await connection.rows(
    `SELECT p.clock, min(s.first) AS first, max(s.last_end) AS last FROM series s JOIN point_clocks p ON p.usage_point = s.usage_point
     WHERE s.count > 0 GROUP BY p.clock`,
  );
  const clocks = views.map((view, clock) => {
    const span = spans.find((row) => number(row.clock) === clock);
    const [first, last] = [optionalNumber(span?.first), optionalNumber(span?.last)];
    const shown = clockOf(view);
    return { clock, view, shown, zone: zoneIn(view, shown, first, last, zone) };
  });
  await insertRows(
    connection,
    'clocks',
    CLOCK_COLUMNS,
    clocks.map(({ clock, view, zone: named }) => ({
      clock,
      zone: named,
      zone_from: zoneFrom(view),
      words: clockWords(view),
    })),
  );
  const times = await connection.row(
    `SELECT min(first) AS first, max(last) AS last FROM (SELECT first, last_end AS last FROM series WHERE count > 0
       UNION ALL SELECT start, coalesce(start + duration, start) FROM usage_summaries)`,
  );
  const [first, last] = [optionalNumber(times?.first), optionalNumber(times?.last)];
  if (first === undefined || last === undefined) return;
  const weeks = clocks.flatMap(({ clock, shown }) => weeksOf(shown, first, last).map((week) => ({ clock, ...week })));
  await insertRows(connection, 'clock_weeks', WEEK_COLUMNS, weeks);
}

/** The weeks of UTC that have an instant of [from, to], with what a clock's offset is in them: it changes once in a week at most. */
function weeksOf(clock: Clock, from: number, to: number) {
  const weeks: { week: number; seconds: number; changes_at: number; then_seconds: number }[] = [];
  const until = Math.min(to, LATEST);
  for (let start = Math.floor(Math.max(from, 0) / WEEK) * WEEK; start <= until; start += WEEK) {
    const [before, after] = offsetSegments(clock, start, start + WEEK);
    if (before === undefined) continue;
    const { from: changes, offset } = after ?? { from: start + WEEK, offset: before.offset };
    weeks.push({ week: start / WEEK, seconds: before.offset, changes_at: changes, then_seconds: offset });
  }
  return weeks;
}

async function fillSeries(connection: Connection): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await connection.rows(
      `SELECT ${columnsOfSeries('s')}, coalesce(p.clock, 0) AS clock, u.service_kind FROM series s
       LEFT JOIN point_clocks p ON p.usage_point = s.usage_point LEFT JOIN usage_points u ON u.id = s.usage_point
       WHERE s.count > 0 AND s.series > ? ORDER BY s.series LIMIT ${PAGE}`,
      [after],
    );
    await insertRows(
      connection,
      'series_facts',
      SERIES_COLUMNS,
      rows.map((row) => {
        const series = seriesOf(row);
        return {
          ...shownSeries(series, optionalNumber(row.service_kind)),
          usage_point: series.usagePoint,
          clock: number(row.clock),
          is_level: series.level !== undefined,
        };
      }),
    );
    if (rows.length < PAGE) return;
    after = number(rows.at(-1)?.series);
  }
}

function codeWords(): { list: string; code: number; words: string }[] {
  const listed = Object.entries(WORDS).flatMap(([list, name]) =>
    Object.entries<string>(CODE_LISTS[name]).map(([code, words]) => ({ list, code: Number(code), words })),
  );
  const qualities = QUALITY_CLASSES.flatMap((words) =>
    qualityCodes(words).map((code) => ({ list: 'quality', code, words })),
  );
  return [...listed, ...qualities];
}
