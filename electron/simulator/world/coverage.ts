/** Which pieces of a meter's time are visible in the APIs, and since when: plain functions over {@link Coverage}. */
import type { Coverage, Millis, Seconds } from './types.ts';

type Span = Coverage['intervals'][number];

/** Position of the first span that ends after an instant: a meter that is followed for years has a span for every day. */
function firstEndingAfter(spans: readonly Span[], at: Seconds): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? at) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The spans that share time with [from, to), ascending. */
function overlapping(spans: readonly Span[], from: Seconds, to: Seconds): readonly Span[] {
  const first = firstEndingAfter(spans, from);
  let end = first;
  while ((spans[end]?.from ?? to) < to) end += 1;
  return first === 0 && end === spans.length ? spans : spans.slice(first, end);
}

/** The parts of [from, to) that no span covers yet, ascending. */
export function uncovered(spans: readonly Span[], from: Seconds, to: Seconds): { from: Seconds; to: Seconds }[] {
  const holes: { from: Seconds; to: Seconds }[] = [];
  let at = from;
  for (const span of overlapping(spans, from, to)) {
    if (span.from > at) holes.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  if (at < to) holes.push({ from: at, to });
  return holes;
}

/** Adds a piece that is not covered and keeps the order; joins it with a neighbour that became visible at the same time. */
export function insertSpan(spans: Span[], piece: Span): void {
  const index = firstEndingAfter(spans, piece.from);
  const before = spans[index - 1];
  const after = spans[index];
  const joinsBefore = before?.to === piece.from && before.addedAt === piece.addedAt;
  const joinsAfter = after?.from === piece.to && after.addedAt === piece.addedAt;
  const joined = {
    from: joinsBefore ? before.from : piece.from,
    to: joinsAfter ? after.to : piece.to,
    addedAt: piece.addedAt,
  };
  spans.splice(joinsBefore ? index - 1 : index, Number(joinsBefore) + Number(joinsAfter), joined);
}

/** What is covered of [from, to) became visible anew at `addedAt`: it was corrected. False where nothing is covered. */
export function restamp(spans: Span[], from: Seconds, to: Seconds, addedAt: Millis): boolean {
  const touched = overlapping(spans, from, to);
  const pieces = touched.flatMap((span) => [
    ...(span.from < from ? [{ ...span, to: from }] : []),
    { from: Math.max(from, span.from), to: Math.min(to, span.to), addedAt },
    ...(span.to > to ? [{ ...span, from: to }] : []),
  ]);
  spans.splice(firstEndingAfter(spans, from), touched.length, ...pieces);
  return touched.length > 0;
}

/** `[[from, to]...]` with adjoining pieces merged, whenever they came. */
export function mergedSpans(spans: readonly { from: Seconds; to: Seconds }[]): [Seconds, Seconds][] {
  const merged: [Seconds, Seconds][] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last[1]) last[1] = Math.max(last[1], span.to);
    else merged.push([span.from, span.to]);
  }
  return merged;
}

/** The part of the coverage within [from, to): clipped spans and the newest time that one of them became visible. */
export function coveredWithin(
  spans: readonly Span[],
  from: Seconds,
  to: Seconds,
): { spans: { from: Seconds; to: Seconds }[]; updatedAt: Millis; firstAt: Millis } | null {
  const found: { from: Seconds; to: Seconds }[] = [];
  let updatedAt = 0;
  let firstAt = Number.POSITIVE_INFINITY;
  for (const span of overlapping(spans, from, to)) {
    found.push({ from: Math.max(from, span.from), to: Math.min(to, span.to) });
    updatedAt = Math.max(updatedAt, span.addedAt);
    firstAt = Math.min(firstAt, span.addedAt);
  }
  return found.length === 0 ? null : { spans: found, updatedAt, firstAt };
}

/** When the piece that ends with or after an instant, and begins before it, became visible. */
export function reachedAt(spans: readonly Span[], at: Seconds): Millis | undefined {
  const span = spans[firstEndingAfter(spans, at - 1)];
  return span && span.from < at ? span.addedAt : undefined;
}
