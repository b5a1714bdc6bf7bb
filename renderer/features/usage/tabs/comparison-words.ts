/** What a comparison says of its numbers. Pure. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import { reachesZero } from '#shared/espi/quantities.ts';
import type { Clock } from '#shared/time/index.ts';
import { completeShare } from '../../../charts/completeness.ts';
import { formatMeasured, formatQuantity, formatShare } from '../../../ui/format.ts';
import { shareWords } from '../bills/reconciliation.ts';
import { type PeriodRow, periodName } from '../period-rows.ts';

/** What both sides came to; undefined where that is not known. */
interface Compared {
  now: number | undefined;
  before: number | undefined;
}

/** "+10 kWh (+10.0 %)": the share is of the size of what was before, so that it has the sign of the change also below zero. */
export function changeWords({ now, before }: Compared, { unit, level }: Pick<SeriesRow, 'unit' | 'level'>): string {
  if (now === undefined || before === undefined) return '–';
  const change = now - before;
  const amount = `${change > 0 ? '+' : ''}${formatMeasured(change, unit)}`;
  // Twice as many degrees are not twice as warm.
  if (before === 0 || !reachesZero(level)) return amount;
  return `${amount} (${shareWords(change / Math.abs(before))})`;
}

/** What a side of a pair came to, of which days where it is a part of a period, and how complete it is where that is not all. */
export function sideWords(clock: Clock, row: PeriodRow | undefined): string {
  const value = row?.total ?? row?.mean;
  if (!row || value === undefined) return 'no data';
  const notes = [
    ...(row.isCut ? [periodName(clock, row)] : []),
    ...(row.coverage < completeShare ? [`${formatShare(row.coverage)} complete`] : []),
  ];
  return `${formatQuantity(value)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
