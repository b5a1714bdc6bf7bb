/** The whole extent of a series, small, with the shown span as a window that can be dragged and stretched. */

import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import type { ChartSeries } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatSpan } from './local-clock.ts';
import { clampSpan, panSpan, type Span } from './viewport.ts';

interface OverviewProps {
  chart: ChartSeries | undefined;
  color: string;
  clock: Clock;
  extent: Span;
  view: Span;
  shortest: number;
  onView: (view: Span) => void;
}

type Grip = 'from' | 'to' | 'both';

export function Overview({ chart, color, clock, extent, view, shortest, onView }: OverviewProps) {
  const { ref, width } = useElementSize();
  const drag = useRef<{ grip: Grip; x: number; view: Span } | undefined>(undefined);
  const length = Math.max(1, extent.to - extent.from);
  const area = useMemo(() => (chart ? areaOf(chart, extent, width, 42) : ''), [chart, extent, width]);
  const show = (span: Span) => onView(clampSpan(span, extent, shortest));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = extent.from + ((event.clientX - box.left) / box.width) * length;
    const grip = (event.target as HTMLElement).dataset.grip as Grip | undefined; // set below, on these three parts only
    let start = view;
    if (!grip) {
      const half = (view.to - view.from) / 2;
      start = clampSpan({ from: at - half, to: at + half }, extent, shortest);
      show(start);
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { grip: grip ?? 'both', x: event.clientX, view: start };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    const { grip, x, view: start } = drag.current;
    const by = ((event.clientX - x) / width) * length;
    const from = grip === 'to' ? start.from : start.from + by;
    const to = grip === 'from' ? start.to : start.to + by;
    if (to > from) show({ from, to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    event.stopPropagation();
    show(panSpan(view, direction * 0.5));
  };
  const percent = (at: number) => Math.max(0, Math.min(100, ((at - extent.from) / length) * 100));
  const left = percent(view.from);
  return (
    // The pointer's way; the window inside is the slider for keys.
    <div
      ref={ref}
      className="ms-overview"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    >
      <svg aria-hidden="true" preserveAspectRatio="none">
        <path d={area} fill={color} fillOpacity={0.35} stroke={color} strokeOpacity={0.7} strokeWidth={0.8} />
      </svg>
      <div
        className="ms-overview-window"
        role="slider"
        tabIndex={0}
        aria-label="Shown span within all data"
        aria-valuemin={extent.from}
        aria-valuemax={extent.to}
        aria-valuenow={Math.round((view.from + view.to) / 2)}
        aria-valuetext={formatSpan(clock, view.from, view.to)}
        data-grip="both"
        style={{ left: `${left}%`, width: `${percent(view.to) - left}%` }}
        onKeyDown={onKeyDown}
      />
      <div className="ms-overview-handle" data-grip="from" style={{ left: `calc(${left}% - 5px)` }} />
      <div className="ms-overview-handle" data-grip="to" style={{ left: `calc(${percent(view.to)}% - 5px)` }} />
    </div>
  );
}

/** The outline of a selection that keeps peaks; holes fall to the ground line. */
function areaOf(chart: ChartSeries, extent: Span, width: number, height: number): string {
  if (width === 0 || chart.t.length === 0) return '';
  const high = Math.max(...chart.v.map(Number), 0);
  const low = Math.min(...chart.v.map(Number), 0);
  const span = high - low || 1;
  const x = (at: number) => (((at - extent.from) / (extent.to - extent.from)) * width).toFixed(1);
  const y = (value: number) => (1 + (1 - (value - low) / span) * (height - 2)).toFixed(1);
  const zero = y(0);
  let path = '';
  let gap = 0;
  let before: number | undefined;
  for (let index = 0; index < chart.t.length; index += 1) {
    const at = chart.t[index] ?? 0;
    while (before !== undefined && gap < chart.gaps.length && (chart.gaps[gap]?.[1] ?? 0) <= before) gap += 1;
    const hole = chart.gaps[gap];
    const broken = before === undefined || (hole !== undefined && hole[0] < at && hole[1] > before);
    if (broken) path += `${before === undefined ? '' : `L${x(before)} ${zero}`}M${x(at)} ${zero}`;
    path += `L${x(at)} ${y(chart.v[index] ?? 0)}`;
    before = at;
  }
  return `${path}L${x(before ?? extent.from)} ${zero}`;
}
