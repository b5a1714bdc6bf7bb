/** What a report of a meter says of its readings: by period, in notes for each page, and the same as CSV. Pure. */
import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow, UsageStatistics } from '#shared/contract/usage.ts';
import type { CsvValue } from '#shared/csv.ts';
import type { Clock, Period } from '#shared/time/index.ts';
import { formatLocalDate, formatLocalTime, isoLocalStamp } from '../../../charts/local-clock.ts';
import type { Span } from '../../../charts/viewport.ts';
import {
  currencyWords,
  formatCounted,
  formatMoney,
  formatOwnTime,
  formatQuantity,
  formatShare,
  withUnit,
} from '../../../ui/format.ts';
import { uncoveredWords } from '../../coverage/coverage-words.ts';
import { type PeriodRow, periodName } from '../period-rows.ts';

const DAY = 86_400;

/** What is reported of a series; its numbers are in `unit`. */
export interface ReportedSeries {
  row: SeriesRow;
  unit: string;
  /** Of the whole span. */
  numbers: UsageStatistics;
  periods: readonly PeriodRow[];
}

/** By what a span is split, so that its table has a few dozen rows. */
export function reportPeriod({ from, to }: Span): Period {
  const days = (to - from) / DAY;
  if (days <= 3) return 'hour';
  if (days <= 62) return 'day';
  return days <= 3660 ? 'month' : 'year';
}

/** How far a series can be relied on, in one line for the foot of each page. */
export function coverageNote(clock: Clock, span: Span, { row, numbers }: ReportedSeries): string {
  const { first, end } = row;
  const uncovered = uncoveredWords(row, numbers.coverage);
  const reaches = first === undefined || end === undefined || (first <= span.from && end >= span.to);
  const parts = [
    `${formatShare(numbers.coverage)} of the period is covered`,
    ...(reaches ? [] : [`data from ${formatLocalDate(clock, first)} to ${formatLocalDate(clock, end - 1)}`]),
    `${formatShare(numbers.estimated)} of ${formatCounted(numbers.count, 'reading')} estimated`,
    ...(numbers.implied > 0 ? [`${formatCounted(numbers.implied, 'zero')} implied`] : []),
    ...(uncovered === undefined ? [] : [uncovered]),
  ];
  return `${row.label}: ${parts.join(', ')}.`;
}

/** Where the readings are from, by the blocks of all series; each source once. */
export function sourceLines(blocks: readonly CallOutput<'usage.blocks'>[]): string[] {
  const rows = blocks.flatMap((one) => one.rows);
  const matching = blocks.reduce((sum, one) => sum + one.matching, 0);
  if (rows.length === 0) return ['No interval block in this period.'];
  const sources = [...new Set(rows.map(({ source }) => source))];
  const named = sources.slice(0, 3);
  const more = sources.length - named.length;
  const looked = matching > rows.length ? ` (sources of the first ${formatCounted(rows.length, 'block')})` : '';
  const fetched = Math.max(...blocks.map(({ newestFetch = 0 }) => newestFetch));
  return [
    ...named,
    ...(more > 0 ? [`and ${formatCounted(more, 'other source')}`] : []),
    `${formatCounted(matching, 'interval block')}${looked}, the newest fetched ${formatOwnTime(fetched)}`,
  ];
}

/** The periods of a series as a table; its last row is the whole span. */
export function periodTable(clock: Clock, { row, unit, numbers, periods }: ReportedSeries) {
  const sampled = row.behaviour === 'sample';
  const withCost = !sampled && (numbers.cost !== undefined || periods.some(({ cost }) => cost !== undefined));
  const value = (found: number | undefined) => (found === undefined ? 'no data' : formatQuantity(found));
  const at = (epoch: number | undefined) =>
    epoch === undefined ? '' : `${formatLocalDate(clock, epoch)}, ${formatLocalTime(clock, epoch)}`;
  const money = (cost: number | undefined) => (cost === undefined ? '–' : formatMoney(cost, row.currency));
  const cells = (
    one: Pick<PeriodRow, 'total' | 'mean' | 'least' | 'cost' | 'peak' | 'peakAt' | 'estimated' | 'coverage'>,
  ) => [
    value(sampled ? one.mean : one.total),
    ...(sampled ? [value(one.least)] : []),
    ...(withCost ? [money(one.cost)] : []),
    value(one.peak),
    at(one.peakAt),
    formatShare(one.estimated),
    formatShare(one.coverage),
  ];
  const { total, mean, least, cost, peak, estimated, coverage } = numbers;
  const whole = { total, mean, least: least?.value, cost, peak: peak?.value, peakAt: peak?.at, estimated, coverage };
  return {
    heads: [
      'Period',
      withUnit(sampled ? 'Mean' : 'Total', unit),
      ...(sampled ? [withUnit('Minimum', unit)] : []),
      ...(withCost ? [`Cost, ${currencyWords(row.currency)}`] : []),
      withUnit(sampled ? 'Maximum' : 'Peak', unit),
      sampled ? 'Maximum at' : 'Peak at',
      'Estimated',
      'Coverage',
    ],
    rows: [
      ...periods.map((period) => [periodName(clock, period), ...cells(period)]),
      ['Whole period', ...cells(whole)],
    ],
  };
}

/** The numbers of the report, a line for each series and period and one for its whole span. Shares are 0 to 1. */
export function reportCsv(clock: Clock, span: Span, series: readonly ReportedSeries[]): CsvValue[][] {
  const stamp = (epoch: number | undefined) => (epoch === undefined ? undefined : isoLocalStamp(clock, epoch));
  const heads = [
    ...['series', 'unit', 'period', 'start', 'end', 'total', 'mean', 'minimum', 'maximum', 'maximum at', 'base load'],
    ...['load factor', 'cost', 'currency', 'readings', 'estimated', 'coverage'],
  ];
  const lines = series.flatMap(({ row, unit, numbers, periods }): CsvValue[][] => {
    const { total, mean, least, peak, base, loadFactor, cost, count, estimated, coverage } = numbers;
    const currency = (amount: number | undefined) => (amount === undefined ? undefined : row.currency);
    return [
      ...periods.map((one): CsvValue[] => [
        ...[row.label, unit, periodName(clock, one), stamp(one.start), stamp(one.end)],
        ...[one.total, one.mean, one.least, one.peak],
        ...[
          stamp(one.peakAt),
          undefined,
          undefined,
          one.cost,
          currency(one.cost),
          one.count,
          one.estimated,
          one.coverage,
        ],
      ]),
      [
        ...[row.label, unit, 'whole period', stamp(span.from), stamp(span.to), total, mean, least?.value, peak?.value],
        ...[stamp(peak?.at), base, loadFactor, cost, currency(cost), count, estimated, coverage],
      ],
    ];
  });
  return [heads, ...lines];
}
