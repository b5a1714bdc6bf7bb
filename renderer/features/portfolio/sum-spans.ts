/** What of a sum's readings can be added up: the last days, calendar years or months, all of them. Pure. */
import type { Summed } from '#shared/contract/sum.ts';
import { type Clock, instantOf, localTime } from '#shared/time/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { monthWords } from '../coverage/months.ts';
import type { SumSearch } from './sum-address.ts';

/** As many intervals as the engine adds up. */
const MOST_STEPS = 120_000;
const DAY = 86_400;
/** Days of a sum where nothing else is asked. */
const LAST_DAYS = 366;

interface Span {
  from: number;
  to: number;
}

interface SpanChoice {
  label: string;
  /** Undefined for the last days. */
  span: Span | undefined;
}

/**
 * Only what the engine adds up as a whole: of fine intervals a year may be too much, and its months are not.
 * @param clock by which years and months begin
 */
export function sumSpans({ extent, step }: Pick<Summed, 'extent' | 'step'>, clock: Clock): SpanChoice[] {
  const lengthOf = ({ from, to }: Span) => Math.min(to, extent.to) - Math.max(from, extent.from);
  const fits = (span: Span) => lengthOf(span) / step <= MOST_STEPS;
  const yearOf = (at: number) => new Date(localTime(clock, at) * 1000).getUTCFullYear();
  const beginOf = (year: number, month = 0) => instantOf(clock, Date.UTC(year, month) / 1000);
  const [first, last] = [yearOf(extent.from), yearOf(extent.to - 1)];
  const years = Array.from({ length: last - first + 1 }, (_, i) => last - i);
  const parts = years.flatMap((year): { label: string; span: Span }[] => {
    const span = { from: beginOf(year), to: beginOf(year + 1) };
    if (fits(span)) return [{ label: String(year), span }];
    const months = Array.from({ length: 12 }, (_, i) => 11 - i).map((month) => ({
      label: monthWords(year * 12 + month),
      span: { from: beginOf(year, month), to: beginOf(year, month + 1) },
    }));
    return months.filter((one) => lengthOf(one.span) > 0 && fits(one.span));
  });
  const days = Math.min(LAST_DAYS, Math.floor((MOST_STEPS * step) / DAY));
  return [
    { label: `Last ${formatCounted(days, 'day')}`, span: undefined },
    ...parts,
    ...(fits(extent) ? [{ label: 'All readings', span: { ...extent } }] : []),
  ];
}

/** Which of them an address means; undefined where it is none of them. */
export function spanOfSearch(spans: readonly SpanChoice[], { from, to }: SumSearch): SpanChoice | undefined {
  return spans.find(({ span }) => span?.from === from && span?.to === to);
}

/** The sum begins later than the address asks: the engine adds up no more. */
export function isCut({ extent, from, v }: Pick<Summed, 'extent' | 'from' | 'v'>, search: SumSearch): boolean {
  return search.from !== undefined && v.length >= MOST_STEPS && from > Math.max(search.from, extent.from);
}
