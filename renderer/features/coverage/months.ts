/** The months of a coverage picture: which are shown, and what each of them is. Pure. */
import type { MonthShares } from '#shared/contract/coverage.ts';
import { monthName } from '../../charts/local-clock.ts';
import { formatCounted } from '../../ui/format.ts';

/** Months by number (year * 12 + month - 1), one after the other. */
export interface MonthAxis {
  first: number;
  count: number;
}

/** So many are shown, and asked for, at once: ten years. */
const mostMonths = 120;
/** The last month that can be asked for; what is later has a wrong start. */
const lastMonth = 119_999;

export interface Dated {
  firstReading?: number | undefined;
  lastReading?: number | undefined;
}

/** All months from the oldest to the newest reading. */
export function axisOf({ firstReading, lastReading }: Dated): MonthAxis | undefined {
  if (firstReading === undefined || lastReading === undefined || lastReading < firstReading) return undefined;
  const [from, to] = [monthNumber(firstReading), monthNumber(lastReading)];
  return { first: from, count: to - from + 1 };
}

/** The months of a page: 0 are the newest, at most {@link mostMonths}, 1 those before them. */
export function pageOf(all: MonthAxis, page: number): MonthAxis {
  const end = all.first + all.count - page * mostMonths;
  const count = Math.max(1, Math.min(mostMonths, end - all.first));
  return { first: end - count, count };
}

/** How many pages there are. */
export function pagesOf(all: MonthAxis): number {
  return Math.ceil(all.count / mostMonths);
}

function monthNumber(epoch: number): number {
  const date = new Date(epoch * 1000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  // No calendar reaches to the years of some wrong starts.
  return Number.isNaN(month) ? lastMonth : Math.max(0, Math.min(lastMonth, month));
}

/** `Feb 2026` */
export function monthWords(month: number): string {
  return `${monthName((month % 12) + 1)} ${Math.floor(month / 12)}`;
}

export type MonthState = 'full' | 'estimated' | 'partial' | 'missing' | 'none';

/** Rounding of shares must not make a hole of nothing. */
const nothing = 1e-9;

/** What a month is: a gap counts for more than an estimate. `none`: outside of the meter's data. */
export function monthState({ there, estimated, missing }: MonthShares, index: number): MonthState {
  const [has, lacks] = [there[index] ?? 0, missing[index] ?? 0];
  if (has <= nothing) return lacks > nothing ? 'missing' : 'none';
  if (lacks > nothing) return 'partial';
  return (estimated[index] ?? 0) > nothing ? 'estimated' : 'full';
}

export const stateWords: Record<MonthState, string> = {
  full: 'without gaps',
  estimated: 'with estimates',
  partial: 'with gaps',
  missing: 'missing',
  none: 'without data of this meter',
};

/** What a strip shows, for people who cannot see it: `36 months until Feb 2026: 34 without gaps, 2 with gaps`. */
export function stripWords({ first, count }: MonthAxis, shares: MonthShares): string {
  const counts = new Map<MonthState, number>();
  for (let index = 0; index < count; index += 1) {
    const state = monthState(shares, index);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const parts = [...counts].map(([state, number]) => `${number} ${stateWords[state]}`);
  return `${formatCounted(count, 'month')} until ${monthWords(first + count - 1)}: ${parts.join(', ')}`;
}
