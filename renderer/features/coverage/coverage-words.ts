/** What coverage is, said once for all screens. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDate, formatSpan } from '../../charts/local-clock.ts';
import type { Span } from '../../charts/viewport.ts';

export const coverageMeaning =
  'The share of a span’s time that readings cover. Gaps, and the time before the first and after the last reading, are not covered.';

/** Which span a coverage is of: "of Thu 1 Jan 2026 – Wed 7 Jan 2026"; and where data begin and end, when it reaches beyond them. */
export function coveredSpanWords(clock: Clock, span: Span, data: Span | undefined): string {
  const of = `of ${formatSpan(clock, span.from, span.to)}`;
  if (data === undefined || (data.from <= span.from && data.to >= span.to)) return of;
  return `${of}; data from ${formatLocalDate(clock, data.from)} to ${formatLocalDate(clock, data.to - 1)}`;
}

/** What is true of totals where not all of the time is covered; undefined where nothing is. */
export function uncoveredWords({ behaviour }: Pick<SeriesRow, 'behaviour'>, coverage: number): string | undefined {
  if (coverage >= 1 || behaviour === 'sample') return undefined;
  // It was read before a hole and after it.
  if (behaviour === 'register') return 'totals have what the register counted in holes, unless it began anew there';
  return 'totals lack the rest';
}
