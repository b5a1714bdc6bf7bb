/** A bill against the readings of its period: what they sum to, how far off that is, and which days explain it. Pure. */
import type { BillView } from '#shared/contract/bills.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import type { LocalPeriod } from '#shared/time/index.ts';
import { completeShare } from '../../../charts/completeness.ts';
import { formatDecimals, formatMeasured } from '../../../ui/format.ts';
import { type PeriodRow, sumRows } from '../period-rows.ts';

export interface Reconciliation {
  /** Sum of the readings, in the bill's unit; undefined where there are none, as is what follows from it. */
  readings: number | undefined;
  billed: number;
  /** Readings less the bill; below 0 where readings are missing. */
  difference: number | undefined;
  /** Of the size of the bill, so that it has the sign of the difference. */
  share: number | undefined;
  coverage: number;
  estimated: number;
  /** Days that are not all there, oldest first. */
  missing: { start: number; end: number; coverage: number }[];
  /** What the readings would sum to if the missing time were like the rest; undefined where nothing is missing in their sum. */
  projected: number | undefined;
}

/** The series that a bill's consumption is about: its unit, amounts, delivered rather than received, the fullest. */
export function billedSeries(bill: BillView, all: readonly SeriesRow[]): SeriesRow | undefined {
  return all
    .filter(({ unit, behaviour }) => unit === bill.consumption?.unit && behaviour !== 'sample')
    .sort((a, b) => flowRank(a) - flowRank(b) || b.count - a.count)[0];
}

/**
 * ESPI flowDirection: 1 forward, 0 none, 20 total, 4 net, 19 reverse. A net meter publishes several of them as full as
 * each other; what a bill calls consumption was delivered.
 */
const flowsByFit = [1, 0, 20, 4];

function flowRank({ flow }: SeriesRow): number {
  const code = Number(flow?.code);
  const place = flowsByFit.indexOf(code);
  return place >= 0 ? place : code === 19 ? flowsByFit.length + 1 : flowsByFit.length;
}

/**
 * Days of the bill's period against its consumption.
 * @param behaviour of the readings: what a register counted in a hole is in their sum
 */
export function reconcile(
  billed: number,
  days: readonly PeriodRow[],
  behaviour: SeriesRow['behaviour'],
): Reconciliation {
  const sum = sumRows(days);
  const difference = sum.total === undefined ? undefined : sum.total - billed;
  const missing = days.filter(({ coverage }) => coverage < completeShare);
  const lacks = missing.length > 0 && behaviour !== 'register';
  return {
    readings: sum.total,
    billed,
    difference,
    share: billed === 0 || difference === undefined ? undefined : difference / Math.abs(billed),
    coverage: sum.coverage,
    estimated: sum.estimated,
    missing: missing.map(({ start, end, coverage }) => ({ start, end, coverage })),
    projected: sum.total !== undefined && lacks && sum.coverage > 0 ? sum.total / sum.coverage : undefined,
  };
}

/** What the readings are asked by: the time between all starts and ends of bills. */
export interface BillPeriods {
  periods: LocalPeriod[];
  bounds: number[];
}

/** The most bounds that one call takes. */
const MOST_BOUNDS = 4001;

/** The stretches that the bills' periods are made of, the newest as far as they can be asked for at once. */
export function periodsOfBills(bills: readonly BillView[]): BillPeriods | undefined {
  const edges = bills.flatMap(({ start, end }) => (start === undefined || end === undefined ? [] : [start, end]));
  const bounds = [...new Set(edges)].sort((a, b) => a - b).slice(-MOST_BOUNDS);
  if (bounds.length < 2) return undefined;
  const periods = bounds.slice(1).map((end, place): LocalPeriod => {
    return { start: bounds[place] ?? end, end, label: '', repeated: false };
  });
  return { periods, bounds };
}

/**
 * A bill against the stretches of time that it covers; undefined where it cannot be compared.
 * @param behaviour as of {@link reconcile}
 */
export function reconcileWith(
  { start, end, consumption }: BillView,
  rows: readonly PeriodRow[],
  behaviour: SeriesRow['behaviour'],
) {
  if (start === undefined || end === undefined || !consumption) return undefined;
  const own = rows.filter((row) => row.start >= start && row.end <= end);
  const first = own[0];
  return first?.start === start ? reconcile(consumption.value, own, behaviour) : undefined;
}

/** Differences below this, in the unit and as a share of what was billed, only come from rounding. */
const NOTHING = 0.0005;

/** A difference that is nothing but rounding. */
export function matches({ difference, share }: Pick<Reconciliation, 'difference' | 'share'>): boolean {
  return difference !== undefined && Math.abs(difference) < NOTHING && (!share || Math.abs(share) < NOTHING);
}

/** "matches", "-13.62 kWh (-6.2 %)", "+0.2 kWh (less than 0.1 %)" or "no data". */
export function differenceWords({ difference, share }: Reconciliation, unit: string): string {
  if (difference === undefined) return 'no data';
  if (matches({ difference, share })) return 'matches';
  const amount = `${difference > 0 ? '+' : ''}${formatMeasured(difference, unit)}`;
  return share === undefined ? amount : `${amount} (${shareWords(share)})`;
}

/** A signed share, never as "+0.0 %". */
export function shareWords(share: number): string {
  if (Math.abs(share) < NOTHING) return share === 0 ? '0 %' : 'less than 0.1 %';
  return `${share > 0 ? '+' : ''}${formatDecimals(share * 100, 1)} %`;
}

/** Days in a row of which as much is there, as one: 31 days of nothing are one gap. */
export function missingRuns(missing: Reconciliation['missing']): Reconciliation['missing'] {
  const runs: { start: number; end: number; coverage: number }[] = [];
  for (const day of missing) {
    const last = runs.at(-1);
    if (last && last.end === day.start && last.coverage === day.coverage) last.end = day.end;
    else runs.push({ ...day });
  }
  return runs;
}
