/** What of a sum's readings can be added up: the last days, calendar years, all of them. Pure. */
import type { Summed } from '#shared/contract/sum.ts';
import { type Clock, instantOf, localTime } from '#shared/time/index.ts';
import type { SumSearch } from './sum-address.ts';

/** As many intervals as the engine adds up. */
const MOST_STEPS = 120_000;

interface SpanChoice {
  label: string;
  /** Undefined for the last days. */
  span: { from: number; to: number } | undefined;
}

/** @param clock by which years begin */
export function sumSpans({ extent, step }: Pick<Summed, 'extent' | 'step'>, clock: Clock): SpanChoice[] {
  const yearOf = (at: number) => new Date(localTime(clock, at) * 1000).getUTCFullYear();
  const beginOf = (year: number) => instantOf(clock, Date.UTC(year, 0) / 1000);
  const [first, last] = [yearOf(extent.from), yearOf(extent.to - 1)];
  const years = Array.from({ length: last - first + 1 }, (_, i) => last - i);
  return [
    { label: 'Last 366 days', span: undefined },
    ...years.map((year) => ({ label: String(year), span: { from: beginOf(year), to: beginOf(year + 1) } })),
    ...((extent.to - extent.from) / step <= MOST_STEPS ? [{ label: 'All readings', span: { ...extent } }] : []),
  ];
}

/** Which of them an address means; undefined where it is none of them. */
export function spanOfSearch(spans: readonly SpanChoice[], { from, to }: SumSearch): SpanChoice | undefined {
  return spans.find(({ span }) => span?.from === from && span?.to === to);
}
