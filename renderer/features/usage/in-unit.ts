/** Answers about a series in the unit that a picture is read in. Pure. */
import type { PeriodTotals, RateTotals, UsageGrid } from '#shared/contract/analysis.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ChartSeries, ReadingRow, UsageStatistics } from '#shared/contract/usage.ts';
import type { UnitScale } from '../../ui/unit-scale.ts';

type Nullable = number | null;

const each = ({ of }: UnitScale, values: readonly number[]) => values.map(of);
const eachKnown = ({ of }: UnitScale, values: readonly Nullable[]) =>
  values.map((value) => (value === null ? null : of(value)));
const known = ({ of }: UnitScale, value: number | undefined) => (value === undefined ? undefined : of(value));

export function chartIn(scale: UnitScale, chart: ChartSeries): ChartSeries {
  return { ...chart, unit: scale.unit, v: eachKnown(scale, chart.v) };
}

export function statisticsIn(scale: UnitScale, numbers: UsageStatistics): UsageStatistics {
  const at = (found: UsageStatistics['peak']) => found && { ...found, value: scale.of(found.value) };
  return {
    ...numbers,
    total: known(scale, numbers.total),
    mean: known(scale, numbers.mean),
    base: known(scale, numbers.base),
    peak: at(numbers.peak),
    least: at(numbers.least),
  };
}

export function totalsIn(scale: UnitScale, totals: PeriodTotals): PeriodTotals {
  return {
    ...totals,
    unit: scale.unit,
    total: eachKnown(scale, totals.total),
    mean: eachKnown(scale, totals.mean),
    peak: eachKnown(scale, totals.peak),
    least: eachKnown(scale, totals.least),
  };
}

export function gridIn(scale: UnitScale, grid: UsageGrid): UsageGrid {
  return { ...grid, unit: scale.unit, v: each(scale, grid.v) };
}

export function typicalDayIn(scale: UnitScale, answer: CallOutput<'usage.typicalDay'>): CallOutput<'usage.typicalDay'> {
  const { of } = scale;
  const rows = answer.rows.map((row) => ({
    ...row,
    mean: of(row.mean),
    low: of(row.low),
    median: of(row.median),
    high: of(row.high),
  }));
  return { ...answer, unit: scale.unit, rows };
}

export function durationIn(scale: UnitScale, answer: CallOutput<'usage.duration'>): CallOutput<'usage.duration'> {
  return { ...answer, unit: scale.unit, values: each(scale, answer.values) };
}

export function ratesIn(scale: UnitScale, answer: CallOutput<'usage.rates'>): CallOutput<'usage.rates'> {
  const rows = answer.rows.map((row) => ({ ...row, total: row.total === null ? null : scale.of(row.total) }));
  return { ...answer, unit: scale.unit, rows };
}

export function rateTotalsIn(scale: UnitScale, totals: RateTotals): RateTotals {
  return { ...totals, unit: scale.unit, total: totals.total.map((list) => each(scale, list)) };
}

export function readingIn(scale: UnitScale, reading: ReadingRow): ReadingRow {
  return { ...reading, value: known(scale, reading.value) };
}
