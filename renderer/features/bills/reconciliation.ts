/** A bill against the readings of its period: what they sum to, how far off that is, and which days explain it. Pure. */
import type { BillView } from '#shared/contract/bills.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { completeShare } from '../../charts/completeness.ts';
import { type PeriodRow, sumRows } from '../usage/period-rows.ts';

export interface Reconciliation {
  /** Sum of the readings, in the bill's unit; undefined where there are none, as is what follows from it. */
  readings: number | undefined;
  billed: number;
  /** Readings less the bill; below 0 where readings are missing. */
  difference: number | undefined;
  /** Of the bill. */
  share: number | undefined;
  coverage: number;
  estimated: number;
  /** Days that are not all there, oldest first. */
  missing: { start: number; end: number; coverage: number }[];
  /** What the readings would sum to if the missing time were like the rest; undefined where nothing is missing. */
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

/** Days of the bill's period against its consumption. */
export function reconcile(billed: number, days: readonly PeriodRow[]): Reconciliation {
  const sum = sumRows(days);
  const difference = sum.total === undefined ? undefined : sum.total - billed;
  const missing = days.filter(({ coverage }) => coverage < completeShare);
  return {
    readings: sum.total,
    billed,
    difference,
    share: billed === 0 || difference === undefined ? undefined : difference / billed,
    coverage: sum.coverage,
    estimated: sum.estimated,
    missing: missing.map(({ start, end, coverage }) => ({ start, end, coverage })),
    projected: sum.total !== undefined && missing.length > 0 && sum.coverage > 0 ? sum.total / sum.coverage : undefined,
  };
}
