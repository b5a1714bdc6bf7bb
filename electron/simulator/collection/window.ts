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
 * The span that a collection looks at (section 4.5, rules 1 to 3).
 * @param now end of the span
 * @param months as requested; undefined when the request leaves it to the default
 * @param defaultMonths of the customer's plan
 * @param collectedFrom start of what earlier collections brought, if they brought anything
 */
export function collectionWindow(
  now: Seconds,
  months: number | undefined,
  defaultMonths: number,
  collectedFrom: Seconds | undefined,
): Span {
  if (collectedFrom === undefined) return { from: monthsBefore(now, months ?? defaultMonths), to: now };
  // A refresh: everything since the first collected day that is missing; further back only where it was asked for.
  const asked = months === undefined ? collectedFrom : monthsBefore(now, months);
  return { from: Math.min(asked, collectedFrom), to: now };
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

/**
 * Which of `count` pieces a utility that errors in between still delivers: three of four, the newest always among them,
 * and never all where there is more than one.
 */
export function isDelivered(position: number, count: number): boolean {
  const failing = count >= 3 ? 2 : 1;
  return position % 4 !== failing;
}
