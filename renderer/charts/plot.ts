/** Measures that all plots share, and where times and values lie in the plot of a load profile. Pure. */
import type { Span } from './viewport.ts';

/** Room around a plot, px; `axis` below one with a time axis, `foot` below one without. */
export const plotInset = { left: 58, right: 14, top: 22, axis: 26, foot: 8 } as const;
/** Where the title of a value axis begins, px: a long one runs on to the right, above the plot. */
export const axisTitleLeft = 10;
/** The text of an axis. */
export const axisText = { fill: 'var(--ms-ink-2)', fontSize: 11 };

/** From a time or a value to a place in the picture, px. */
export type Scale = (value: number) => number;

/** The area that is drawn in, px from the top left of its picture, and the scales of time and value into it. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: Scale;
  y: Scale;
}

interface PlotSize {
  /** Of the whole picture, px. */
  width: number;
  height: number;
  withTimeAxis: boolean;
}

/** @param ticks the marks of the value axis, ascending: the first and the last bound it */
export function plotOf({ width, height, withTimeAxis }: PlotSize, view: Span, ticks: readonly number[]): Plot {
  const { left, top } = plotInset;
  const right = width - plotInset.right;
  const bottom = height - (withTimeAxis ? plotInset.axis : plotInset.foot);
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  return {
    ...{ left, right, top, bottom },
    x: (time) => left + ((time - view.from) / (view.to - view.from)) * (right - left),
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - top),
  };
}
