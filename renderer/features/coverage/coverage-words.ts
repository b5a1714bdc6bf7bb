/** What coverage is, said once for all screens. */
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
