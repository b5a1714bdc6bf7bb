/** Totals by local period as rows, and the periods that they are asked for. Pure. */
import type { PeriodTotals } from '#shared/contract/analysis.ts';
import type { Clock, LocalPeriod, Period } from '#shared/time/index.ts';
import { calendarPeriods, formatSpan } from '../../charts/local-clock.ts';
import type { Span } from '../../charts/viewport.ts';

/** A period of the calendar, or what of one lies within a span. */
export interface PeriodPart extends LocalPeriod {
  /** It is not all of the period that `label` names. */
  isCut?: boolean;
}

export interface PeriodRow extends PeriodPart {
  total: number | undefined;
  mean: number | undefined;
  peak: number | undefined;
  peakAt: number | undefined;
  /** The least value. */
  least: number | undefined;
  cost: number | undefined;
  count: number;
  /** Number of readings, each counted by the share of it that is in the period. */
  weight: number;
  /** The same of those that were sent: zeros that are taken as sent are not among them. */
  sent: number;
  /** Shares 0..1: of the readings that were sent, and of the period's time. */
  estimated: number;
  coverage: number;
}

/** The most periods that one call takes. */
const mostPeriods = 4000;

/** The local periods of a span, at most as many as can be asked for (the newest), and their bounds. */
export function periodsOf(clock: Clock, span: Span, period: Period): { periods: LocalPeriod[]; bounds: number[] } {
  const periods = calendarPeriods(clock, span.from, span.to, period).slice(-mostPeriods);
  return { periods, bounds: boundsOf(periods) };
}

/** As {@link periodsOf}, the first and the last period cut to the span: what is summed is the span, not what it touches. */
export function periodsWithin(clock: Clock, span: Span, period: Period): { periods: PeriodPart[]; bounds: number[] } {
  return partsOf(periodsOf(clock, span, period).periods, span);
}

/** The periods of a span, at most as many as can be asked for (the newest), the first and the last one cut to it, and their bounds. */
export function partsOf(all: readonly LocalPeriod[], span: Span): { periods: PeriodPart[]; bounds: number[] } {
  const periods = all.slice(-mostPeriods).map((one) => cutTo(one, span));
  return { periods, bounds: boundsOf(periods) };
}

/** A period as far as it lies within a span, in whole seconds. */
export function cutTo(period: LocalPeriod, { from, to }: Span): PeriodPart {
  const [start, end] = [Math.max(period.start, Math.round(from)), Math.min(period.end, Math.round(to))];
  return { ...period, start, end, isCut: start > period.start || end < period.end };
}

/** What a period is called: by its own days and times where it is only a part of what its label names. */
export function periodName(clock: Clock, { label, start, end, isCut }: PeriodPart): string {
  return isCut ? formatSpan(clock, start, end) : label;
}

function boundsOf(periods: readonly LocalPeriod[]): number[] {
  const last = periods.at(-1);
  return last ? [...periods.map(({ start }) => start), last.end] : [];
}

/** An answer's columns beside the periods that were asked. */
export function periodRows(periods: readonly PeriodPart[], totals: PeriodTotals): PeriodRow[] {
  const known = (value: number | null | undefined) => value ?? undefined;
  return periods.map((period, index) => ({
    ...period,
    total: known(totals.total[index]),
    mean: known(totals.mean[index]),
    peak: known(totals.peak[index]),
    peakAt: known(totals.peakAt[index]),
    least: known(totals.least[index]),
    cost: known(totals.cost[index]),
    count: totals.count[index] ?? 0,
    weight: totals.weight[index] ?? 0,
    sent: totals.sent[index] ?? 0,
    estimated: totals.estimated[index] ?? 0,
    coverage: Math.min(1, Math.max(0, (totals.covered[index] ?? 0) / (period.end - period.start))),
  }));
}

/**
 * One line over several periods: the sum of the known totals, and how much of the time they cover. `total` is undefined where
 * no period has one: nothing is known then, which is not 0. `mean` is over all readings.
 */
export function sumRows(rows: readonly PeriodRow[]): {
  total: number | undefined;
  mean: number | undefined;
  cost: number;
  count: number;
  estimated: number;
  coverage: number;
} {
  const time = rows.reduce((sum, { start, end }) => sum + end - start, 0);
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const sent = rows.reduce((sum, row) => sum + row.sent, 0);
  return {
    total: rows.some(({ total }) => total !== undefined)
      ? rows.reduce((sum, { total }) => sum + (total ?? 0), 0)
      : undefined,
    mean: weight === 0 ? undefined : rows.reduce((sum, row) => sum + (row.mean ?? 0) * row.weight, 0) / weight,
    cost: rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    count: rows.reduce((sum, row) => sum + row.count, 0),
    estimated: sent === 0 ? 0 : rows.reduce((sum, row) => sum + row.estimated * row.sent, 0) / sent,
    // In whole seconds, so that nothing missing is exactly 1.
    coverage:
      time === 0 ? 0 : rows.reduce((sum, row) => sum + Math.round(row.coverage * (row.end - row.start)), 0) / time,
  };
}
