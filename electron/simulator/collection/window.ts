import type { Seconds } from '../world/types.ts';

/** A span of time, end excluded. */
export interface Span {
  readonly from: Seconds;
  readonly to: Seconds;
}

/** The same day and time `months` calendar months earlier (UTC); the last day of a shorter month instead of a later one. */
export function monthsBefore(at: Seconds, months: number): Seconds {
  const date = new Date(at * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1_000);
}

/**
 * Where a collection begins to look (section 4.5, rules 1 to 3); it looks up to the present.
 * @param monthsBack where so many months of data begin
 * @param months as requested; undefined when the request leaves it to the default
 * @param defaultMonths of the customer's plan
 * @param collectedFrom start of what earlier collections brought, if they brought anything
 */
export function collectionStart(
  monthsBack: (months: number) => Seconds,
  months: number | undefined,
  defaultMonths: number,
  collectedFrom: Seconds | undefined,
): Seconds {
  if (collectedFrom === undefined) return monthsBack(months ?? defaultMonths);
  // A refresh: everything since the first collected day that is missing; further back only where it was asked for.
  return months === undefined ? collectedFrom : Math.min(monthsBack(months), collectedFrom);
}

/**
 * What of `span` is not in `covered`.
 * @param covered ascending; spans may touch
 */
export function missingSpans(span: Span, covered: readonly (readonly [Seconds, Seconds])[]): Span[] {
  const missing: Span[] = [];
  let from = span.from;
  for (const [start, end] of covered) {
    if (end <= from) continue;
    if (start >= span.to) break;
    if (start > from) missing.push({ from, to: start });
    from = end;
  }
  if (from < span.to) missing.push({ from, to: span.to });
  return missing;
}

/**
 * Cuts spans into pieces of a calendar month at most, counted back from each span's end; newest first.
 * @param align moves a cut to where a day of the meter begins, so that no daily reading is torn apart
 */
export function monthlyPieces(spans: readonly Span[], align: (at: Seconds) => Seconds): Span[] {
  const pieces: Span[] = [];
  for (const span of [...spans].reverse()) {
    let to = span.to;
    for (let month = 1; to > span.from; month++) {
      const from = Math.max(span.from, align(monthsBefore(span.to, month)));
      if (from >= to) continue;
      pieces.push({ from, to });
      to = from;
    }
  }
  return pieces;
}

/** A span in two, newest first; whole where `align` moves the middle out of it. */
export function halves(span: Span, align: (at: Seconds) => Seconds): Span[] {
  const middle = align((span.from + span.to) / 2);
  if (middle <= span.from) return [span];
  return [
    { from: middle, to: span.to },
    { from: span.from, to: middle },
  ];
}

/**
 * Which of `count` pieces that were never tried a utility that errors in between delivers: three of four, the newest always
 * among them, and never all where there is more than one. The only one fails, unless others failed before.
 */
export function isDelivered(position: number, count: number, othersFailed: boolean): boolean {
  if (count === 1) return othersFailed;
  const failing = count >= 3 ? 2 : 1;
  return position % 4 !== failing;
}
