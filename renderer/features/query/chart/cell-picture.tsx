/** Cells of a result by two sides, coloured by their value: painted on a canvas, a cell a pixel, with labels around it. */
import '../../../charts/heat-map.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { cellsOf } from '#shared/chart-side.ts';
import type { ChartSide } from '#shared/contract/query-chart.ts';
import { heatColor, heatGradient } from '../../../charts/heat-colors.ts';
import { formatMeasured, formatQuantity } from '../../../ui/format.ts';
import { cellAt, labelsOf, moved, rangeOf } from './cell-shape.ts';
import { cellWords, type DrawnChart } from './words.ts';

type Cells = Extract<DrawnChart['picture'], { kind: 'cells' }>;

interface CellProps {
  chart: DrawnChart;
  picture: Cells;
  width: number;
  height: number;
  description: string;
}

/** Room for the labels beside and below, and for the legend, px. */
const left = 90;
const foot = 22;
const legend = 26;

export function CellPicture({ chart, picture, width, height, description }: CellProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<{ x: number; y: number }>();
  const size = { width: Math.max(1, width - left - 14), height: Math.max(1, height - foot - legend) };
  const range = useMemo(() => rangeOf(picture.values), [picture]);
  // A number grows upwards, as on any axis; names are read from the top. Hours of a day are, too.
  const isUp = picture.of === 'rows';
  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, range, isUp);
  }, [picture, range, isUp]);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - box.left - left) / size.width, y: (event.clientY - box.top) / size.height };
    setCell(cellAt(picture, at, isUp));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(picture, cell, event.key, isUp);
    if (event.key === 'Escape') setCell(undefined);
    else if (next) setCell(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        className="ms-heat"
        role="application"
        aria-roledescription="heat map"
        aria-label={description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application is interactive; it handles the keys
        tabIndex={0}
        style={{ height: size.height + foot }}
        data-cells={picture.values.length}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCell(undefined)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="ms-heat-canvas" style={{ left, ...size }} />
        <Labels side={picture.y} length={size.height} isDown isUp={isUp} />
        <Labels side={picture.x} length={size.width} top={size.height + 3} />
        {cell ? <Pointed chart={chart} picture={picture} cell={cell} size={size} isUp={isUp} /> : null}
      </div>
      <div className="ms-heat-legend">
        <span>{picture.of === 'rows' ? 'rows' : chart.colour}</span>
        <span>{formatQuantity(range.low)}</span>
        <i style={{ background: heatGradient }} />
        <span>{formatMeasured(range.high, picture.of === 'rows' ? '' : (chart.unit ?? ''))}</span>
        <span>
          <i className="ms-swatch ms-heat-gap" /> no rows
        </span>
      </div>
    </>
  );
}

interface LabelsProps {
  side: ChartSide;
  length: number;
  top?: number;
  /** It runs from the top to the bottom. */
  isDown?: boolean;
  isUp?: boolean;
}

function Labels({ side, length, top = 0, isDown = false, isUp = false }: LabelsProps) {
  return labelsOf(side, length, isDown ? 16 : 90).map(({ share, label }) => {
    const at = (isUp ? 1 - share : share) * length;
    return isDown ? (
      <span key={share} className="ms-heat-hour" style={{ top: at, width: left - 8 }}>
        {label}
      </span>
    ) : (
      <span key={share} className="ms-heat-day" style={{ left: left + at, top }}>
        {label}
      </span>
    );
  });
}

interface PointedProps extends Pick<CellProps, 'chart' | 'picture'> {
  cell: { x: number; y: number };
  size: { width: number; height: number };
  isUp: boolean;
}

function Pointed({ chart, picture, cell, size, isUp }: PointedProps) {
  const [across, down] = [cellsOf(picture.x), cellsOf(picture.y)];
  const x = left + (cell.x / across) * size.width;
  const row = isUp ? down - 1 - cell.y : cell.y;
  const frame = {
    left: x,
    width: Math.max(3, size.width / across),
    top: (row / down) * size.height,
    height: Math.max(3, size.height / down),
  };
  const value = picture.values[cell.x * down + cell.y] ?? null;
  const words =
    value === null
      ? 'no rows'
      : picture.of === 'rows'
        ? `${formatQuantity(value)} rows`
        : formatMeasured(value, chart.unit ?? '');
  return (
    <>
      <div className="ms-heat-cell" style={frame} />
      <div className="ms-tooltip" role="status" style={x > size.width / 2 ? { right: 14 } : { left: x + 16 }}>
        <div className="ms-tooltip-when">
          {chart.x} <b>{cellWords(picture.x, cell.x)}</b> {chart.y[0]} <b>{cellWords(picture.y, cell.y)}</b>
        </div>
        <div className="ms-tooltip-line">
          <b>{words}</b>
        </div>
      </div>
    </>
  );
}

/** One pixel a cell; the browser scales it up without smoothing. What has no rows stays transparent over the light ground. */
function paint(canvas: HTMLCanvasElement, picture: Cells, range: { low: number; high: number }, isUp: boolean): void {
  const [across, down] = [cellsOf(picture.x), cellsOf(picture.y)];
  canvas.width = Math.max(1, across);
  canvas.height = Math.max(1, down);
  const context = canvas.getContext('2d');
  if (!context || across < 1 || down < 1) return;
  const image = context.createImageData(across, down);
  for (const [index, value] of picture.values.entries()) {
    if (value === null) continue;
    const [x, y] = [Math.floor(index / down), index % down];
    const colour = heatColor((value - range.low) / (range.high - range.low || 1));
    image.data.set([...colour, 255], ((isUp ? down - 1 - y : y) * across + x) * 4);
  }
  context.putImageData(image, 0, 0);
}
