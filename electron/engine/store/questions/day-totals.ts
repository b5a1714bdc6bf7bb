/**
 * Totals of periods that are made of days which are summed already (`day-sums.ts`): a few rows a month instead of some thousand
 * readings. Adding them up here is quicker than a statement that does it.
 */
import type { Connection, Row } from '../database.ts';
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
  const sums = await connection.rows(
    `SELECT day, count, weight, total, cost, peak, peak_at, least, estimated FROM day_sums
     WHERE series = ${series.series} AND day >= ${first} AND day < ${last} ORDER BY day`,
  );
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
  const gaps = await connection.rows(`FROM ${gapsBetween(series, from, to)} ORDER BY start`);
  const totals = bounds
    .slice(0, -1)
    .map((start, i) => emptyTotal(secondsWithin(series, start, bounds[i + 1] ?? start)));
  let place = 0;
  for (const sum of sums) {
    while (number(sum.day) >= (days[place + 1] ?? Infinity)) place += 1;
    const total = totals[place];
    if (total) add(total, sum);
  }
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

function add(total: Total, sum: Row): void {
  total.count += number(sum.count);
  total.weight += number(sum.weight);
  total.estimated += number(sum.estimated);
  total.total = plus(total.total, optionalNumber(sum.total));
  total.cost = plus(total.cost, optionalNumber(sum.cost));
  const [peak, least] = [optionalNumber(sum.peak), optionalNumber(sum.least)];
  // Of equals the first one is the peak; a day that came in parts has its parts in any order.
  if (peak !== undefined && (total.peak === null || peak > total.peak)) {
    [total.peak, total.peak_at] = [peak, number(sum.peak_at)];
  } else if (peak !== undefined && peak === total.peak) {
    total.peak_at = Math.min(total.peak_at ?? Infinity, number(sum.peak_at));
  }
  if (least !== undefined) total.least = Math.min(total.least ?? least, least);
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
    implied: 0,
    estimated: weight === 0 ? 0 : estimated / weight,
    mean: weight === 0 || total.total === null ? null : total.total / weight,
  };
}
