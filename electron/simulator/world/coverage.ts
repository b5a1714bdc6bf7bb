/** Which pieces of a meter's time are visible in the APIs, and since when: plain functions over {@link Coverage}. */
import type { Coverage, Millis, Seconds } from './types.ts';

type Span = Coverage['intervals'][number];

/** The parts of [from, to) that no span covers yet, ascending. */
export function uncovered(spans: readonly Span[], from: Seconds, to: Seconds): { from: Seconds; to: Seconds }[] {
  const holes: { from: Seconds; to: Seconds }[] = [];
  let at = from;
  for (const span of spans) {
    if (span.to <= at || span.from >= to) continue;
    if (span.from > at) holes.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  if (at < to) holes.push({ from: at, to });
  return holes;
}

/** Adds a piece that is not covered and keeps the order; joins it with a neighbour that became visible at the same time. */
export function insertSpan(spans: Span[], piece: Span): void {
  spans.push(piece);
  spans.sort((a, b) => a.from - b.from);
  for (let i = spans.length - 1; i > 0; i -= 1) {
    const before = spans[i - 1];
    const after = spans[i];
    if (before && after && before.to === after.from && before.addedAt === after.addedAt) {
      spans.splice(i - 1, 2, { from: before.from, to: after.to, addedAt: before.addedAt });
    }
  }
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
  for (const span of spans) {
    if (span.to <= from || span.from >= to) continue;
    found.push({ from: Math.max(from, span.from), to: Math.min(to, span.to) });
    updatedAt = Math.max(updatedAt, span.addedAt);
    firstAt = Math.min(firstAt, span.addedAt);
  }
  return found.length === 0 ? null : { spans: found, updatedAt, firstAt };
}
