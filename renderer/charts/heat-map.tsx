/** Days across, time of day down, one canvas: a year of quarter hours at once. Click or Enter leads to the day's profile. */
import './heat-map.css';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Clock } from '#shared/time/index.ts';
import { formatMeasured, formatQuantity, formatShare } from '../ui/format.ts';
import { timeText } from '../ui/region.ts';
import { type HeatCells, quantile } from './heat-cells.ts';
import { heatColor, heatGradient } from './heat-colors.ts';
import { formatLocalDate, formatTimeOfDay } from './local-clock.ts';
import { timeTicks } from './ticks.ts';

interface HeatMapProps {
  cells: HeatCells;
  unit: string;
  /** Values float above 0, as temperatures do: the colours begin at the lowest. */
  floats: boolean;
  clock: Clock;
  description: string;
  onOpen: (day: { from: number; to: number }) => void;
}

/** Share of cells below the top colour. */
const topShare = 0.995;
const left = 46;
/** The picture is at least this high, and has this much room for the days under it, px. */
const leastHeight = 240;
const axis = 20;

export function HeatMap({ cells, unit, floats, clock, description, onOpen }: HeatMapProps) {
  const { ref: sizeRef, width: outer, height: whole } = useElementSize();
  const size = { width: Math.max(1, outer - left), height: Math.max(1, whole - axis) };
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useMemo(() => {
    const least = quantile(cells.values, 0);
    return { low: floats ? least : Math.min(0, least), high: quantile(cells.values, topShare) || 1 };
  }, [cells, floats]);
  const counts = useMemo(() => countsOf(cells), [cells]);
  const { cell, handlers } = useHeatCursor(cells, size, (day) =>
    onOpen({ from: cells.days[day] ?? 0, to: cells.days[day + 1] ?? 0 }),
  );
  useEffect(() => {
    if (canvas.current) paint(canvas.current, cells, scale);
  }, [cells, scale]);
  return (
    <>
      <div
        ref={sizeRef}
        className="ms-heat ms-fill"
        role="application"
        aria-roledescription="heat map"
        aria-label={description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application is interactive; it handles the keys
        tabIndex={0}
        style={{ minHeight: leastHeight }}
        data-days={cells.days.length - 1}
        data-slots={cells.slots}
        {...counts}
        {...handlers}
      >
        <HeatAxes days={cells.days} clock={clock} {...size} />
        <canvas ref={canvas} className="ms-heat-canvas" style={{ left, ...size }} />
        {cell ? <PointedCell cells={cells} cell={cell} unit={unit} clock={clock} {...size} /> : null}
      </div>
      <HeatLegend cells={cells} scale={scale} unit={unit} hasSkipped={counts['data-skipped'] > 0} />
    </>
  );
}

interface Cell {
  day: number;
  slot: number;
}

/** Of the cells, px. */
interface Size {
  width: number;
  height: number;
}

/** The cell that is pointed at, by the pointer or by the keys. */
function useHeatCursor({ days: starts, slots }: HeatCells, { width, height }: Size, open: (day: number) => void) {
  const [cell, setCell] = useState<Cell>();
  const days = starts.length - 1;
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setCell({
      day: clamp(Math.floor(((event.clientX - box.left - left) / width) * days), days),
      slot: clamp(Math.floor(((event.clientY - box.top) / height) * slots), slots),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const from = cell ?? { day: days - 1, slot: 0 };
    if (move) setCell({ day: clamp(from.day + move[0], days), slot: clamp(from.slot + move[1], slots) });
    else if (event.key === 'Enter') open(from.day);
    else if (event.key === 'Escape') setCell(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerLeave = () => setCell(undefined);
  const onClick = () => cell && open(cell.day);
  return { cell, handlers: { onPointerMove, onPointerLeave, onClick, onKeyDown } };
}

/** Days and slots that a key moves by. */
const moves: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [-7, 0],
  PageDown: [7, 0],
};

/** Hours beside the cells, days under them. */
function HeatAxes({ days, clock, width, height }: Size & { days: HeatCells['days']; clock: Clock }) {
  return (
    <>
      {[0, 6, 12, 18, 24].map((hour) => (
        <span key={hour} className="ms-heat-hour" style={{ top: (hour / 24) * height }}>
          {timeText(hour, 0)}
        </span>
      ))}
      {timeTicks(clock, days[0] ?? 0, days.at(-1) ?? 1, Math.max(2, width / 90)).map((tick) => (
        <span
          key={tick.at}
          className="ms-heat-day"
          data-major={tick.major}
          style={{ left: left + dayPosition(days, tick.at) * width, top: height + 3 }}
        >
          {tick.label}
        </span>
      ))}
    </>
  );
}

interface HeatLegendProps {
  cells: HeatCells;
  scale: { low: number; high: number };
  unit: string;
  hasSkipped: boolean;
}

function HeatLegend({ cells, scale, unit, hasSkipped }: HeatLegendProps) {
  const highest = useMemo(() => quantile(cells.values, 1), [cells]);
  return (
    <div className="ms-heat-legend">
      <span>{formatQuantity(scale.low)}</span>
      <i style={{ background: heatGradient }} />
      <span>
        {highest > scale.high ? '≥ ' : ''}
        {formatMeasured(scale.high, unit)}
      </span>
      <span>
        <i className="ms-swatch ms-heat-gap" /> no data
      </span>
      {hasSkipped ? (
        <span>
          <i className="ms-swatch ms-heat-skipped" /> skipped by the clock
        </span>
      ) : null}
      {highest > scale.high ? <span className="ms-dim">highest: {formatMeasured(highest, unit)}</span> : null}
    </div>
  );
}

interface PointedCellProps extends Size {
  cells: HeatCells;
  cell: Cell;
  unit: string;
  clock: Clock;
}

/** A frame around the cell, and its words beside it. */
function PointedCell({ cells, cell, unit, clock, width, height }: PointedCellProps) {
  const days = cells.days.length - 1;
  const x = left + (cell.day / days) * width;
  const frame = {
    left: x,
    width: Math.max(3, width / days),
    top: (cell.slot / cells.slots) * height,
    height: Math.max(3, height / cells.slots),
  };
  const outer = left + width;
  const index = cell.day * cells.slots + cell.slot;
  const value = cells.values[index] ?? Number.NaN;
  const estimated = cells.estimated[index] ?? 0;
  const shown = cells.shown[index] ?? 1;
  const side = x > outer / 2 ? { right: outer - x + 10 } : { left: x + 16 };
  return (
    <>
      <div className="ms-heat-cell" style={frame} />
      <div className="ms-tooltip" role="status" style={side}>
        <div className="ms-tooltip-when">
          {formatLocalDate(clock, cells.days[cell.day] ?? 0)}
          <b>
            {formatTimeOfDay(cell.slot * cells.step)}–{formatTimeOfDay((cell.slot + 1) * cells.step)}
          </b>
        </div>
        <div className="ms-tooltip-line">
          {shown === 0 ? (
            <span>the clock skipped this time</span>
          ) : Number.isNaN(value) ? (
            <span>no data</span>
          ) : (
            <b>{formatMeasured(value, unit)}</b>
          )}
          {shown > 1 ? <span className="ms-dim">the clock showed this time twice; mean of both</span> : null}
          {estimated > 0 ? <span className="ms-tooltip-quality">{formatShare(estimated)} estimated</span> : null}
        </div>
      </div>
    </>
  );
}

/** How many cells have no data, although the clock showed their time, and how many times it skipped or repeated. */
function countsOf({ values, shown }: HeatCells) {
  let missing = 0;
  let skipped = 0;
  let repeated = 0;
  for (const [index, times] of shown.entries()) {
    if (times === 0) skipped += 1;
    else if (Number.isNaN(values[index])) missing += 1;
    if (times > 1) repeated += 1;
  }
  return { 'data-missing': missing, 'data-skipped': skipped, 'data-repeated': repeated };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Where an instant lies among the days, 0..1. */
function dayPosition(days: readonly number[], at: number): number {
  const index = days.findLastIndex((start) => start <= at);
  return Math.max(0, index) / Math.max(1, days.length - 1);
}

/** A time that the clock skipped: neither a value nor a gap. */
const skippedColor = [128, 134, 142] as const;

/** One pixel a cell; the browser scales it up without smoothing. What has no data stays transparent over the light ground. */
function paint(canvas: HTMLCanvasElement, cells: HeatCells, scale: { low: number; high: number }): void {
  const days = cells.days.length - 1;
  canvas.width = Math.max(1, days);
  canvas.height = cells.slots;
  const context = canvas.getContext('2d');
  if (!context || days < 1) return;
  const image = context.createImageData(days, cells.slots);
  const span = scale.high - scale.low || 1;
  for (let day = 0; day < days; day += 1) {
    for (let slot = 0; slot < cells.slots; slot += 1) {
      const index = day * cells.slots + slot;
      const value = cells.values[index] ?? Number.NaN;
      const skipped = cells.shown[index] === 0;
      if (Number.isNaN(value) && !skipped) continue;
      const [red, green, blue] = skipped ? skippedColor : heatColor((value - scale.low) / span);
      image.data.set([red, green, blue, 255], (slot * days + day) * 4);
    }
  }
  context.putImageData(image, 0, 0);
}
