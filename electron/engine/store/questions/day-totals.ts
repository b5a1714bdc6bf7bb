/**
 * Totals of periods that are made of days which are summed already (`day-sums.ts`): a few rows a month instead of some thousand
 * readings. Adding them up here is quicker than a statement that does it.
 */
import type { Columns, Connection, Row } from '../database.ts';
import { gapsBetween } from '../readings-between.ts';
import { number, optionalNumber } from '../row.ts';
import type { Series } from '../stored-series.ts';

interface Total {
  count: number;
  weight: number;
  estimated: number;
  total: number | null;
  cost: number | null;
  peak: number | null;
  peak_at: number | null;
  least: number | null;
  covered: number;
}

/**
 * One row a period, as of its readings: the figures of `amounts.ts`, and the seconds that are `covered`.
 * @param days that `bounds` begin
 */
export async function totalsOfDays(
  connection: Connection,
  series: Series,
  bounds: readonly number[],
  days: readonly number[],
): Promise<Row[]> {
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const sums = await connection.columns(
    `SELECT day, count, weight, total, cost, peak, peak_at, least, estimated FROM day_sums
     WHERE series = ${series.series} AND day >= ${first} AND day < ${last} ORDER BY day`,
  );
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
  const gaps = await connection.rows(`FROM ${gapsBetween(series, from, to)} ORDER BY start`);
  const totals = bounds
    .slice(0, -1)
    .map((start, i) => emptyTotal(secondsWithin(series, start, bounds[i + 1] ?? start)));
  addDays(totals, sums, days);
  takeOff(totals, bounds, gaps);
  return totals.map(rowOf);
}

function emptyTotal(covered: number): Total {
  return {
    count: 0,
    weight: 0,
    estimated: 0,
    total: null,
    cost: null,
    peak: null,
    peak_at: null,
    least: null,
    covered,
  };
}

/** The seconds of a period between the first and the last reading. */
function secondsWithin({ first, lastEnd }: Series, start: number, end: number): number {
  if (first === undefined || lastEnd === undefined) return 0;
  return Math.max(0, Math.min(end, lastEnd) - Math.max(start, first));
}

/** @param sums of days, in order @param days that begin the periods, and the one after the last */
function addDays(totals: readonly Total[], sums: Columns, days: readonly number[]): void {
  const [day, count, weight, estimated] = ['day', 'count', 'weight', 'estimated'].map(sums.of);
  const [sum, cost, peak, peakAt, least] = ['total', 'cost', 'peak', 'peak_at', 'least'].map(sums.of);
  let place = 0;
  for (let row = 0; row < sums.count; row += 1) {
    while (number(day?.[row]) >= (days[place + 1] ?? Infinity)) place += 1;
    const total = totals[place];
    if (!total) continue;
    total.count += number(count?.[row]);
    total.weight += number(weight?.[row]);
    total.estimated += number(estimated?.[row]);
    total.total = plus(total.total, optionalNumber(sum?.[row]));
    total.cost = plus(total.cost, optionalNumber(cost?.[row]));
    reach(total, optionalNumber(peak?.[row]), number(peakAt?.[row]));
    const lowest = optionalNumber(least?.[row]);
    if (lowest !== undefined) total.least = Math.min(total.least ?? lowest, lowest);
  }
}

/** Of equals the first one is the peak; a day that came in parts has its parts in any order. */
function reach(total: Total, peak: number | undefined, at: number): void {
  if (peak === undefined || (total.peak !== null && peak < total.peak)) return;
  total.peak_at = peak === total.peak ? Math.min(total.peak_at ?? Infinity, at) : at;
  total.peak = peak;
}

function plus(sum: number | null, more: number | undefined): number | null {
  return more === undefined ? sum : (sum ?? 0) + more;
}

function takeOff(totals: readonly Total[], bounds: readonly number[], gaps: readonly Row[]): void {
  let place = 0;
  for (const gap of gaps) {
    const [start, stop] = [number(gap.start), number(gap.stop)];
    while ((bounds[place + 1] ?? Infinity) <= start) place += 1;
    for (let one = place; one < totals.length && (bounds[one] ?? Infinity) < stop; one += 1) {
      const total = totals[one];
      if (total)
        total.covered -= Math.max(0, Math.min(stop, bounds[one + 1] ?? stop) - Math.max(start, bounds[one] ?? start));
    }
  }
}

function rowOf({ weight, estimated, ...total }: Total): Row {
  return {
    ...total,
    weight,
    // A series with implied zeros has no days that are whole.
    sent: weight,
    implied: 0,
    estimated: weight === 0 ? 0 : estimated / weight,
    mean: weight === 0 || total.total === null ? null : total.total / weight,
  };
}
