/** Whether a server holds what the store holds: count, sum and checksum of the readings of each series, worked out anew on both sides. */
import type { DifferenceView } from '#shared/contract/share.ts';
import type { Agreement, SeriesFigures } from '../../../calls/sharing.ts';
import type { Connection } from '../../database.ts';
import { number, optionalText, text } from '../../row.ts';
import { monthOfDay, OFFSET, OFFSETS } from '../months.ts';
import type { Publication } from './publication.ts';
import { boundsOf, kindOf, timestampOf } from './readings.ts';

/** Differences that are told one by one. */
const MOST_TOLD = 200;

/** Sums of integers, exact. Values are summed for each power of ten that they were sent in. */
interface Sums {
  readings: number;
  values: Map<number, bigint>;
  check: bigint;
}

/**
 * SQL of the checksum of a reading, an integer that both sides work out alike: a change of what is published nearly always changes it.
 * @param start epoch seconds
 */
function checkOf(row: string, start: string, offset: string): string {
  const own = (column: string, absent: number) => `coalesce(${row}.${column}, ${absent})::bigint`;
  return `((${start})::bigint % 9973 + 9973) * (${own('value', 77)} % 1000003 + 1000003 + ${own('duration', 0)} % 10007 * 3 + ${own('cost', 11)} % 1000003 * 5
    + ${own('value_scale', 0)} * 13 + ${own('cost_scale', 0)} * 17 + ${own('quality', -3)} * 19 + ${own('tou', -5)} * 23 + ${own('tier', -7)} * 29
    + ${own('cpp', -9)} * 31 + coalesce(${offset}, -7)::bigint * 37)`;
}

/** The first and the last instant that a calendar has, [from, to) in epoch seconds: other readings are not published. */
const CALENDAR = [-62_135_596_800, 253_402_300_800] as const;

/** SQL: the month of UTC of a reading `r`. */
const MONTH = `(${monthOfDay('floor(r.start / 86400)::INTEGER')})::INTEGER`;

/** Compares; the transaction of the store has begun, its views are up to date, and its copies are known (`copies.ts`). */
export async function agreementOf(publication: Publication): Promise<Agreement> {
  const { connection, server, step } = publication;
  step(0, 0, 'Counting here');
  const here = await sumsHere(connection);
  const periods = await server.rows<{ kind: string }>(
    `SELECT DISTINCT kind FROM meterscope.published WHERE kind LIKE 'readings:%' ORDER BY kind`,
  );
  const facts = await server.rows<{ series: number; series_id: string; publisher: string; name: string | null }>(
    `SELECT f.series, f.series_id, f.publisher, p.name FROM meterscope.series_facts f LEFT JOIN meterscope.publishers p ON p.publisher = f.publisher`,
  );
  const idOf = new Map(facts.map((one) => [one.series, one.series_id]));
  const there = new Map<string, Sums>();
  for (const [place, { kind }] of periods.entries()) {
    step(place, periods.length, 'Counting on the server');
    await addMonth(publication, Number(kind.split(':')[1]), idOf, there);
  }
  const publisherOf = new Map(facts.map((one) => [one.series_id, one.name ?? one.publisher]));
  const ids = new Set([...here.keys(), ...there.keys()]);
  const different = [...ids].filter((id) => !areSame(here.get(id), there.get(id))).sort();
  return {
    series: ids.size,
    readings: totalOf(here),
    readingsThere: totalOf(there),
    differing: different.length,
    differences: await told(connection, different.slice(0, MOST_TOLD), here, there, publisherOf),
  };
}

/** What is here by id of the series; the months of each stay in the temporary table `months_here`, which may have a million. */
async function sumsHere(connection: Connection): Promise<Map<string, Sums>> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE months_here AS
     SELECT r.series, ${MONTH} AS period, r.value_scale AS scale, count(*) AS readings, sum(r.value) AS total, sum(${checkOf('r', 'r.start', OFFSET)}) AS checked
     FROM main.readings r JOIN own_series f ON f.series = r.series ${OFFSETS}
     WHERE r.start >= ${CALENDAR[0]} AND r.start < ${CALENDAR[1]} GROUP BY ALL`,
  );
  const rows = await connection.rows(
    `SELECT f.series_id, s.* EXCLUDE (series) FROM (
       SELECT series, scale, sum(readings)::BIGINT AS readings, sum(total)::VARCHAR AS total, sum(checked)::VARCHAR AS checked FROM months_here GROUP BY ALL) s
     JOIN own_series f ON f.series = s.series`,
  );
  const here = new Map<string, Sums>();
  for (const row of rows) {
    add(here, text(row.series_id), {
      scale: number(row.scale),
      readings: number(row.readings),
      total: optionalText(row.total) ?? null,
      checked: text(row.checked),
    });
  }
  return here;
}

/**
 * Adds what the server holds of a month of UTC: it looks into one partition, wherever that lies. What others publish of months of series that
 * are not here is theirs.
 */
async function addMonth(
  { connection, server, publisher }: Publication,
  period: number,
  idOf: ReadonlyMap<number, string>,
  sums: Map<string, Sums>,
): Promise<void> {
  const own = await server.rows<{ grp: string }>(
    'SELECT grp FROM meterscope.published WHERE kind = $1 AND publisher = $2',
    [kindOf(period), publisher],
  );
  const here = await connection.rows(
    'SELECT DISTINCT f.series_id FROM months_here m JOIN own_series f ON f.series = m.series WHERE m.period = ?',
    [period],
  );
  const compared = new Set([...here.map((row) => text(row.series_id)), ...own.map(({ grp }) => grp)]);
  const [from, to] = boundsOf(period).map((seconds) => `timestamp '${timestampOf(seconds)}'`);
  const rows = await server.rows<Counted & { series: number }>(
    `SELECT r.series, r.value_scale AS scale, count(*) AS readings, sum(r.value)::text AS total,
       sum(${checkOf('r', "date_part('epoch', r.start_utc)", 'r.utc_offset_seconds')})::text AS checked
     FROM meterscope.readings r WHERE r.start_utc >= ${from} AND r.start_utc < ${to} GROUP BY r.series, r.value_scale`,
  );
  for (const row of rows) {
    const id = idOf.get(row.series);
    if (id !== undefined && compared.has(id)) add(sums, id, row);
  }
}

interface Counted {
  scale: number;
  readings: number | string;
  total: string | null;
  checked: string;
}

function add(sums: Map<string, Sums>, id: string, { scale, readings, total, checked }: Counted): void {
  const sum = sums.get(id) ?? { readings: 0, values: new Map(), check: 0n };
  sum.readings += Number(readings);
  sum.values.set(scale, (sum.values.get(scale) ?? 0n) + BigInt(total ?? '0'));
  sum.check += BigInt(checked);
  sums.set(id, sum);
}

function areSame(one: Sums | undefined, other: Sums | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const hasAll = [...one.values].every(([scale, total]) => (other.values.get(scale) ?? 0n) === total);
  return one.readings === other.readings && one.check === other.check && hasAll;
}

function totalOf(sums: ReadonlyMap<string, Sums>): number {
  return [...sums.values()].reduce((total, { readings }) => total + readings, 0);
}

async function told(
  connection: Connection,
  ids: readonly string[],
  here: ReadonlyMap<string, Sums>,
  there: ReadonlyMap<string, Sums>,
  publisherOf: ReadonlyMap<string, string>,
): Promise<DifferenceView[]> {
  if (ids.length === 0) return [];
  const rows = await connection.rows(
    `SELECT f.series_id, f.usage_point, coalesce(m.meter_number, m.uid, f.usage_point) AS meter, f.name, f.unit, f.power
     FROM main.series_facts f LEFT JOIN v1.meters m ON m.usage_point = f.usage_point
     WHERE f.series_id IN (SELECT unnest($ids::JSON::VARCHAR[]))`,
    { ids: JSON.stringify(ids) },
  );
  const facts = new Map(rows.map((row) => [text(row.series_id), row]));
  return ids.map((id) => {
    const row = facts.get(id);
    const power = row === undefined ? 0 : number(row.power);
    return {
      seriesId: id,
      usagePoint: optionalText(row?.usage_point),
      meter: optionalText(row?.meter) ?? id,
      name: optionalText(row?.name) ?? '',
      unit: optionalText(row?.unit),
      here: figuresOf(here.get(id), power),
      there: figuresOf(there.get(id), power),
      publisher: publisherOf.get(id),
    };
  });
}

function figuresOf(sums: Sums | undefined, power: number): SeriesFigures | undefined {
  if (sums === undefined) return undefined;
  const total = [...sums.values].reduce((sum, [scale, value]) => sum + Number(value) * 10 ** (scale + power), 0);
  return { readings: sums.readings, total, checksum: sums.check.toString() };
}
