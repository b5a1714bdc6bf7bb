/** The span of time that a chart shows, and how wheel, drag and keys change it. Pure; epoch seconds. */
import type { Clock } from '#shared/time/index.ts';
import { addUnits, type CalendarUnit, startOf } from './local-clock.ts';

export interface Span {
  from: number;
  to: number;
}

/** Keeps a span at least `shortest` long and within the extent (which it may fill). */
export function clampSpan(span: Span, extent: Span, shortest: number): Span {
  const longest = Math.max(extent.to - extent.from, shortest);
  const length = Math.min(Math.max(span.to - span.from, shortest), longest);
  const middle = (span.from + span.to) / 2;
  let from = Math.round(length === span.to - span.from ? span.from : middle - length / 2);
  if (from + length > extent.to) from = extent.to - length;
  if (from < extent.from) from = extent.from;
  return { from: Math.round(from), to: Math.round(from + length) };
}

/** Zooms about a fixed point; `factor` below 1 shows less time. */
export function zoomSpan(span: Span, about: number, factor: number): Span {
  return { from: about - (about - span.from) * factor, to: about + (span.to - about) * factor };
}

/** Moves by a share of its own length. */
export function panSpan(span: Span, share: number): Span {
  const by = (span.to - span.from) * share;
  return { from: span.from + by, to: span.to + by };
}

export type Preset = CalendarUnit | 'all';

/** The calendar span of a preset that an instant is in. */
export function presetSpan(clock: Clock, at: number, preset: Preset, extent: Span): Span {
  if (preset === 'all') return extent;
  const from = startOf(clock, at, preset);
  return { from, to: addUnits(clock, from, preset, 1) };
}

/** Which preset a span is, if it is exactly one. */
export function presetOf(clock: Clock, span: Span, extent: Span): Preset | undefined {
  if (span.from <= extent.from && span.to >= extent.to) return 'all';
  return (['day', 'week', 'month', 'year'] as const).find((unit) => {
    const calendar = presetSpan(clock, span.from, unit, extent);
    return calendar.from === span.from && calendar.to === span.to;
  });
}

/** The next (or previous) span of the same kind: calendar steps for presets, else its own length. */
export function stepSpan(clock: Clock, span: Span, extent: Span, direction: 1 | -1): Span {
  const preset = presetOf(clock, span, extent);
  if (!preset || preset === 'all') return panSpan(span, direction);
  const from = addUnits(clock, span.from, preset, direction);
  return { from, to: addUnits(clock, from, preset, 1) };
}
