/** One plot of a load profile: holes, series and marks of their quality, over a grid. */
import { memo, useId, useMemo } from 'react';
import type { Clock } from '#shared/time/index.ts';
import { type Hole, holesOf } from './holes.ts';
import { type Plot, plotOf } from './plot.ts';
import { PlotGrid, TimeLabel, ValueAxis } from './plot-axes.tsx';
import { RateAreas, rateAreas } from './rate-areas.tsx';
import { extremesOf, pathsOf } from './series-paths.ts';
import { type DrawnSeries, qualityColor, qualitySpans, valueRange } from './series-shape.ts';
import { timeTicks, valueTicks } from './ticks.ts';
import type { Span } from './viewport.ts';

/** Height of the strip under the plot that marks readings which are not simply valid, px. */
const qualityStrip = 4;

export interface PaneSeries {
  id: string;
  label: string;
  /** A CSS colour, usually a token. */
  color: string;
  /** Of the costs of its readings (ISO 4217). */
  currency?: string | undefined;
  drawn: DrawnSeries;
}

interface PaneProps {
  width: number;
  height: number;
  view: Span;
  clock: Clock;
  /** What the vertical axis measures. */
  label: string;
  series: readonly PaneSeries[];
  /** The time axis is written under this pane. */
  withTimeAxis: boolean;
}

/** The vertical domain of a pane: round values around everything in view. */
export function paneDomain(series: readonly PaneSeries[], view: Span): number[] {
  const [low, high] = valueRange(
    series.map(({ drawn }) => drawn),
    view.from,
    view.to,
  );
  return valueTicks(low, high === low ? low + 1 : high, 4);
}

export const Pane = memo(function Pane({ width, height, view, clock, label, series, withTimeAxis }: PaneProps) {
  const times = useMemo(() => timeTicks(clock, view.from, view.to, Math.max(2, width / 80)), [clock, view, width]);
  const values = useMemo(() => paneDomain(series, view), [series, view]);
  const plot = useMemo(
    () => plotOf({ width, height, withTimeAxis }, view, values),
    [width, height, withTimeAxis, view, values],
  );
  return (
    <svg className="ms-plot" width={width} height={height} role="presentation">
      <PlotGrid plot={plot} times={times} values={values} />
      <ValueAxis plot={plot} values={values} title={label} />
      {withTimeAxis ? times.map((tick) => <TimeLabel key={tick.at} tick={tick} plot={plot} width={width} />) : null}
      <Layers plot={plot} series={series} view={view} />
      {(values[0] ?? 0) < 0 ? (
        <line x1={plot.left} x2={plot.right} y1={plot.y(0)} y2={plot.y(0)} stroke="var(--ms-ink-2)" />
      ) : null}
    </svg>
  );
});

/** Holes, series and quality marks, clipped to the plot. */
function Layers({ plot, series, view }: { plot: Plot; series: readonly PaneSeries[]; view: Span }) {
  const id = useId();
  const { left, right, top, bottom, x } = plot;
  const holes = holesOf(series, view);
  return (
    <g>
      <defs>
        <clipPath id={`${id}-plot`}>
          <rect x={left} y={top - 2} width={Math.max(0, right - left)} height={Math.max(0, bottom - top) + 2} />
        </clipPath>
        <Hatching id={`${id}-hole`} size={7} ground="var(--ms-gap)" stroke="var(--ms-gap-line)" strokeWidth={1.5} />
        <Hatching id={`${id}-estimated`} size={5} stroke="var(--ms-estimated)" strokeWidth={1.6} />
      </defs>
      <g clipPath={`url(#${id}-plot)`}>
        {holes.map((hole) => (
          <HatchedHole key={hole.from} hole={hole} series={series} plot={plot} fill={`url(#${id}-hole)`} />
        ))}
        {series.map((one) => (
          <SeriesLayer
            key={one.id}
            series={one}
            plot={plot}
            alone={series.length === 1}
            marks={`url(#${id}-estimated)`}
          />
        ))}
        {series.flatMap((one) =>
          qualitySpans(one.drawn).map(({ from, to, quality }) => (
            <rect
              key={`${one.id}-${from}`}
              data-quality={quality}
              x={x(from)}
              width={Math.max(1.5, x(to) - x(from))}
              y={bottom - qualityStrip}
              height={qualityStrip}
              fill={qualityColor(quality)}
            />
          )),
        )}
      </g>
    </g>
  );
}

interface HatchingProps {
  id: string;
  /** Distance of its lines, px. */
  size: number;
  /** A colour under the lines. */
  ground?: string;
  stroke: string;
  strokeWidth: number;
}

function Hatching({ id, size, ground, ...line }: HatchingProps) {
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      {ground ? <rect width={size} height={size} fill={ground} /> : null}
      <line y2={size} {...line} />
    </pattern>
  );
}

interface SeriesLayerProps {
  series: PaneSeries;
  plot: Plot;
  /** Several series overlap; there the colours stay those of the series. */
  alone: boolean;
  /** What marks readings that are not simply valid. */
  marks: string;
}

function SeriesLayer({ series: { id, color, drawn }, plot, alone, marks }: SeriesLayerProps) {
  const paths = useMemo(() => ({ ...pathsOf(drawn, plot), ...extremesOf(drawn) }), [drawn, plot]);
  const rates = useMemo(() => (alone ? rateAreas(drawn, plot) : []), [alone, drawn, plot]);
  const isLine = drawn.shape === 'line';
  return (
    <g
      className="ms-series"
      data-series={id}
      data-points={drawn.points.length}
      data-unit={drawn.unit}
      data-highest={paths.highest}
      data-lowest={paths.lowest}
    >
      {paths.area && rates.length === 0 ? <path d={paths.area} fill={color} fillOpacity={alone ? 0.16 : 0.08} /> : null}
      {isLine ? null : <RateAreas areas={rates} opacity={0.45} />}
      {paths.marked ? <path d={paths.marked} fill={marks} opacity={0.55} /> : null}
      <path
        d={paths.line}
        fill="none"
        stroke={color}
        strokeWidth={isLine ? 1 : 1.4}
        strokeOpacity={rates.length > 0 && isLine ? 0.6 : 1}
        strokeLinejoin="round"
      />
      {isLine ? <RateAreas areas={rates} opacity={0.8} /> : null}
      {paths.markedLine ? <path d={paths.markedLine} fill="none" stroke="var(--ms-estimated)" strokeWidth={2} /> : null}
    </g>
  );
}

interface HatchedHoleProps {
  hole: Hole;
  series: readonly PaneSeries[];
  plot: Plot;
  fill: string;
}

/** Width of a character of the words in a hole, px. */
const holeCharacter = 6.2;

/** A hole of all series of the plot, or of some: those are named, and what the others have is drawn over it. */
function HatchedHole({ hole, series, plot, fill }: HatchedHoleProps) {
  const { top, bottom } = plot;
  const [x1, x2] = [plot.x(hole.from), plot.x(hole.to)];
  const width = x2 - x1;
  const missing = series.filter(({ id }) => hole.missing.includes(id)).map(({ label }) => label);
  const words = hole.whole ? 'no data' : `no data: ${missing.join('; ')}`;
  return (
    <g data-hole data-from={hole.from} data-to={hole.to} data-missing={hole.missing.join(' ')}>
      <rect
        x={x1}
        y={top}
        width={Math.max(1, width)}
        height={bottom - top}
        fill={fill}
        fillOpacity={hole.whole ? 1 : 0.55}
      />
      {width > words.length * holeCharacter + 8 ? (
        <text
          x={(x1 + x2) / 2}
          y={hole.whole ? (top + bottom) / 2 : top + 12}
          textAnchor="middle"
          fontSize={11}
          fill="var(--ms-ink-2)"
        >
          {words}
        </text>
      ) : null}
    </g>
  );
}
