/**
 * The load profile: one pane per unit, a shared time axis and cursor. Zoom with the wheel, a drag with Shift, or + and -;
 * pan by dragging or with the arrows; the cursor shows the true reading. The parent owns the view.
 */
import './charts.css';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Clock } from '#shared/time/index.ts';
import { unitWords, withUnit } from '../ui/format.ts';
import { useLatest } from '../ui/use-latest.ts';
import { Pane, type PaneSeries, paneDomain } from './pane.tsx';
import { plotInset, plotOf } from './plot.ts';
import { ProfileTooltip, type TooltipEntry } from './profile-tooltip.tsx';
import { pointAt } from './series-shape.ts';
import { clampSpan, panSpan, type Span, zoomSpan } from './viewport.ts';

export interface ProfilePane {
  unit: string;
  /** e.g. `Cost` where the unit alone does not say it. */
  title?: string;
  series: readonly PaneSeries[];
}

interface LoadProfileProps {
  panes: readonly ProfilePane[];
  clock: Clock;
  view: Span;
  extent: Span;
  /** The least that is shown, seconds. */
  shortest: number;
  onView: (view: Span) => void;
  /** A reading was chosen with a click or Enter. */
  onPick: (series: string, at: number) => void;
  /** What a screen reader says about the whole. */
  description: string;
  /** New data for this view is on its way. */
  busy: boolean;
}

/** Of a pane, and of the whole picture, px: below that the screen scrolls. */
const leastPane = 90;
const leastHeight = 240;

export function LoadProfile(props: LoadProfileProps) {
  const { panes, clock, view } = props;
  const { ref: sizeRef, width, height } = useElementSize();
  const frame = useRef<HTMLDivElement | null>(null);
  // The same function at each drawing: with another one the size would be taken anew, and the picture drawn again, for ever.
  const ref = useMergedRef(sizeRef, frame);
  const [cursor, setCursor] = useState<number>();
  const plot = Math.max(1, width - plotInset.left - plotInset.right);
  const gestures = useGestures(props, plot, setCursor, frame);
  const entries = useMemo(() => entriesAt(panes, cursor), [panes, cursor]);
  const paneHeight = Math.max(leastPane, Math.floor(height / Math.max(1, panes.length)));
  const cursorX =
    cursor === undefined ? undefined : plotInset.left + ((cursor - view.from) / (view.to - view.from)) * plot;

  return (
    // An interactive picture: it has the keys, a description, and says the reading under the cursor.
    <div
      ref={ref}
      className="ms-profile"
      role="application"
      aria-roledescription="load profile"
      aria-label={props.description}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: role application is interactive; the keys are handled below
      tabIndex={0}
      data-from={view.from}
      data-to={view.to}
      data-busy={props.busy}
      style={{ minHeight: Math.max(leastHeight, leastPane * panes.length) }}
      {...gestures.handlers}
      onKeyDown={(event) => onKey(event, props, panes, cursor, setCursor)}
    >
      {width > 0 && height > 0
        ? panes.map((pane, index) => (
            <div key={`${pane.title ?? ''}${pane.unit}`} className="ms-pane">
              <Pane
                width={width}
                height={paneHeight}
                view={view}
                clock={clock}
                label={pane.title ? withUnit(pane.title, pane.unit) : unitWords(pane.unit)}
                series={pane.series}
                withTimeAxis={index === panes.length - 1}
              />
            </div>
          ))
        : null}
      {gestures.band ? (
        <div
          className="ms-profile-band"
          style={{ left: gestures.band[0], width: gestures.band[1] - gestures.band[0] }}
        />
      ) : null}
      {cursorX !== undefined &&
      cursorX >= plotInset.left &&
      cursorX <= plotInset.left + plot &&
      cursor !== undefined ? (
        <>
          <div className="ms-profile-cursor" style={{ left: cursorX, bottom: plotInset.axis }} />
          {entries.map((entry) => (
            <CursorDot key={entry.id} entry={entry} panes={panes} view={view} width={width} paneHeight={paneHeight} />
          ))}
          <ProfileTooltip at={cursor} entries={entries} clock={clock} x={cursorX} width={width} />
        </>
      ) : null}
    </div>
  );
}

/** What is under the cursor in every pane. */
function entriesAt(panes: readonly ProfilePane[], at: number | undefined): TooltipEntry[] {
  if (at === undefined) return [];
  return panes.flatMap((pane, paneIndex) =>
    pane.series.map((series) => {
      const index = pointAt(series.drawn, at);
      return {
        id: `${paneIndex}-${series.id}`,
        pane: paneIndex,
        label: pane.title ?? series.label,
        color: series.color,
        unit: series.drawn.unit,
        currency: series.currency,
        isMoney: pane.title === 'Cost',
        point: index === undefined ? undefined : series.drawn.points[index],
      };
    }),
  );
}

interface CursorDotProps {
  entry: TooltipEntry;
  panes: readonly ProfilePane[];
  view: Span;
  /** Of a pane, px. */
  width: number;
  paneHeight: number;
}

/** Marks the reading itself: a dot, and its whole length where that can be seen. */
function CursorDot({ entry, panes, view, width, paneHeight }: CursorDotProps) {
  const { point, pane } = entry;
  const series = panes[pane]?.series;
  if (!point || !series) return null;
  const withTimeAxis = pane === panes.length - 1;
  const plot = plotOf({ width, height: paneHeight, withTimeAxis }, view, paneDomain(series, view));
  const top = pane * paneHeight + plot.y(point.v);
  const left = plot.x(point.t);
  const length = plot.x(point.t + point.d) - left;
  return length > 6 ? (
    <div className="ms-profile-mark" style={{ left, width: length, top: top - 1.5, background: entry.color }} />
  ) : (
    <div className="ms-profile-dot" style={{ left: left - 4, top: top - 4, background: entry.color }} />
  );
}

/** Wheel, drag and Shift-drag. */
function useGestures(
  props: LoadProfileProps,
  plot: number,
  setCursor: (at: number | undefined) => void,
  frame: React.RefObject<HTMLDivElement | null>,
) {
  const latest = useLatest({ props, plot });
  const drag = useRef<{ x: number; view: Span; band: boolean; moved: boolean } | undefined>(undefined);
  const [band, setBand] = useState<[number, number]>();

  const timeAt = (clientX: number): number => {
    const { props: now, plot: width } = latest.current;
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    return now.view.from + ((clientX - left - plotInset.left) / width) * (now.view.to - now.view.from);
  };
  const show = (span: Span) => {
    const { props: now } = latest.current;
    now.onView(clampSpan(span, now.extent, now.shortest));
  };

  // React listens to wheel passively, and a passive listener cannot keep the page from scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads only refs, so it is attached once
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      const { view } = latest.current.props;
      event.preventDefault();
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const delta = (sideways ? event.deltaX || event.deltaY : event.deltaY) * (event.deltaMode === 1 ? 16 : 1);
      if (sideways) show(panSpan(view, delta / latest.current.plot));
      else show(zoomSpan(view, timeAt(event.clientX), Math.exp(Math.max(-200, Math.min(200, delta)) * 0.0022)));
    };
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => node.removeEventListener('wheel', onWheel);
  }, []);

  const left = () => frame.current?.getBoundingClientRect().left ?? 0;
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, view: props.view, band: event.shiftKey, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const start = drag.current;
      if (start && Math.abs(event.clientX - start.x) > 3) start.moved = true;
      if (start?.moved && start.band) {
        setBand([Math.min(start.x, event.clientX) - left(), Math.max(start.x, event.clientX) - left()]);
      } else if (start?.moved) {
        show(panSpan(start.view, (start.x - event.clientX) / plot));
        setCursor(undefined);
      } else setCursor(timeAt(event.clientX));
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const start = drag.current;
      drag.current = undefined;
      setBand(undefined);
      if (start?.moved && start.band) {
        const [from, to] = [timeAt(start.x), timeAt(event.clientX)].sort((a, b) => a - b);
        if (from !== undefined && to !== undefined) show({ from, to });
      } else if (start && !start.moved) pick(props, timeAt(event.clientX));
    },
    onPointerLeave: () => setCursor(undefined),
    onDoubleClick: (event: React.MouseEvent) => show(zoomSpan(props.view, timeAt(event.clientX), 0.4)),
  };
  return { handlers, band };
}

/** Tells the parent which reading is at an instant: of the first series that has one there. */
function pick(props: LoadProfileProps, at: number): void {
  for (const series of props.panes.flatMap((pane) => pane.series)) {
    const index = pointAt(series.drawn, at);
    const point = index === undefined ? undefined : series.drawn.points[index];
    if (point) {
      props.onPick(series.id, point.t);
      return;
    }
  }
}

function onKey(
  event: KeyboardEvent,
  props: LoadProfileProps,
  panes: readonly ProfilePane[],
  cursor: number | undefined,
  setCursor: (at: number | undefined) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { view, extent, shortest, onView } = props;
  const show = (span: Span) => onView(clampSpan(span, extent, shortest));
  const middle = (view.from + view.to) / 2;
  const direction = event.key === 'ArrowLeft' ? -1 : 1;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (event.shiftKey) show(panSpan(view, direction * 0.25));
      else setCursor(nextReading(panes, view, cursor, direction));
      break;
    case '+':
    case '=':
      show(zoomSpan(view, cursor ?? middle, 0.5));
      break;
    case '-':
    case '_':
      show(zoomSpan(view, cursor ?? middle, 2));
      break;
    case 'Home':
      show({ from: extent.from, to: extent.from + view.to - view.from });
      break;
    case 'End':
      show({ from: extent.to - (view.to - view.from), to: extent.to });
      break;
    case 'Enter':
      if (cursor !== undefined) pick(props, cursor);
      break;
    case 'Escape':
      setCursor(undefined);
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The reading before or after the cursor, so that every one can be read with the arrows; the middle at first. */
function nextReading(panes: readonly ProfilePane[], view: Span, cursor: number | undefined, direction: 1 | -1): number {
  const points = panes[0]?.series[0]?.drawn.points ?? [];
  if (cursor === undefined || cursor < view.from || cursor > view.to) return (view.from + view.to) / 2;
  const next =
    direction > 0
      ? points.find(({ t }) => t > cursor)
      : points.findLast(({ t, d }) => t + d / 2 < cursor && t < cursor - 1);
  return next ? next.t + Math.min(next.d / 2, 1) : cursor;
}
