/** One plot of a load profile: axes and grid by Recharts, the series drawn into it as paths. */
import { memo, useId, useMemo } from 'react';
import { CartesianGrid, ComposedChart, ReferenceLine, useXAxisScale, useYAxisScale, XAxis, YAxis } from 'recharts';
import type { Clock } from '#shared/time/index.ts';
import { formatQuantity } from '../ui/format.ts';
import { type Hole, holesOf } from './holes.ts';
import { axisText, axisTitleLeft, plotInset } from './plot.ts';
import { RateAreas, rateAreas, type Scale } from './rate-areas.tsx';
import { type DrawnSeries, qualitySpans, valueRange } from './series-shape.ts';
import { type TimeTick, timeTicks, valueTicks } from './ticks.ts';
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
  const xTicks = useMemo(() => timeTicks(clock, view.from, view.to, Math.max(2, width / 80)), [clock, view, width]);
  const yTicks = useMemo(() => paneDomain(series, view), [series, view]);
  const labels = useMemo(() => new Map(xTicks.map((tick) => [tick.at, tick])), [xTicks]);
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ left: 0, right: plotInset.right, top: plotInset.top, bottom: 0 }}
      accessibilityLayer={false}
      data={[]}
    >
      <CartesianGrid vertical stroke="var(--ms-grid)" />
      <XAxis
        type="number"
        dataKey="t"
        domain={[view.from, view.to]}
        allowDataOverflow
        ticks={xTicks.map(({ at }) => at)}
        interval={0}
        height={withTimeAxis ? plotInset.axis : 8}
        tick={withTimeAxis ? (props) => <TimeLabel {...props} labels={labels} width={width} /> : false}
        tickLine={false}
        axisLine={{ stroke: 'var(--ms-line-strong)' }}
      />
      <YAxis
        type="number"
        width={plotInset.left}
        domain={[yTicks[0] ?? 0, yTicks.at(-1) ?? 1]}
        allowDataOverflow
        ticks={yTicks}
        interval={0}
        tickFormatter={formatQuantity}
        tick={axisText}
        tickLine={false}
        axisLine={false}
      />
      <text x={axisTitleLeft} y={12} fontSize={11} fontWeight={600} fill="var(--ms-ink-2)">
        {label}
      </text>
      <Layers series={series} view={view} />
      {(yTicks[0] ?? 0) < 0 ? <ReferenceLine y={0} stroke="var(--ms-ink-2)" /> : null}
    </ComposedChart>
  );
});

interface TimeLabelProps {
  x?: number | string;
  y?: number | string;
  payload?: { value?: unknown };
  labels: ReadonlyMap<number, TimeTick>;
  /** Of the whole pane; the outermost labels move inwards rather than stick out. */
  width: number;
}

/** Half of what a character of a label takes, px; generous, since the stronger ones are bold. */
const halfCharacter = 3.3;

function TimeLabel({ x = 0, y = 0, payload, labels, width }: TimeLabelProps) {
  const tick = labels.get(Number(payload?.value));
  if (!tick) return null;
  const half = Math.max(tick.label.length, (tick.note?.length ?? 0) * 0.85) * halfCharacter;
  const middle = Math.max(half, Math.min(Number(x), width - half));
  return (
    <text
      x={middle}
      y={Number(y) + (tick.note ? 6 : 10)}
      textAnchor="middle"
      fontSize={11}
      fontWeight={tick.major ? 650 : 400}
      fill={tick.major ? 'var(--ms-ink)' : 'var(--ms-ink-2)'}
      data-tick={tick.at}
    >
      {tick.label}
      {tick.note ? (
        <tspan x={middle} dy={10} fontSize={9} fontWeight={600} fill="var(--ms-accent)">
          {tick.note}
        </tspan>
      ) : null}
    </text>
  );
}

/** Holes, series and quality marks, clipped to the plot. */
function Layers({ series, view }: { series: readonly PaneSeries[]; view: Span }) {
  const id = useId();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const paths = useMemo(() => {
    if (!xScale || !yScale) return [];
    const x = (t: number) => xScale(t) ?? 0;
    const y = (v: number) => yScale(v) ?? 0;
    return series.map((one) => ({
      ...one,
      ...pathsOf(one.drawn, x, y),
      ...extremesOf(one.drawn),
      // Several series overlap; there the colours stay those of the series.
      rates: series.length === 1 ? rateAreas(one.drawn, x, y) : [],
    }));
  }, [series, xScale, yScale]);
  if (!xScale || !yScale) return null;
  const left = xScale(view.from) ?? 0;
  const right = xScale(view.to) ?? 0;
  const ticks = paneDomain(series, view);
  const top = yScale(ticks.at(-1)) ?? 0;
  const bottom = yScale(ticks[0]) ?? 0;
  const holes = holesOf(series, view);
  return (
    <g>
      <defs>
        <clipPath id={`${id}-plot`}>
          <rect x={left} y={top - 2} width={Math.max(0, right - left)} height={Math.max(0, bottom - top) + 2} />
        </clipPath>
        <pattern id={`${id}-hole`} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7} height={7} fill="var(--ms-gap)" />
          <line y2={7} stroke="var(--ms-gap-line)" strokeWidth={1.5} />
        </pattern>
        <pattern
          id={`${id}-estimated`}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line y2={5} stroke="var(--ms-estimated)" strokeWidth={1.6} />
        </pattern>
      </defs>
      <g clipPath={`url(#${id}-plot)`}>
        {holes.map((hole) => (
          <HatchedHole
            key={hole.from}
            hole={hole}
            series={series}
            x1={xScale(hole.from) ?? 0}
            x2={xScale(hole.to) ?? 0}
            top={top}
            bottom={bottom}
            fill={`url(#${id}-hole)`}
          />
        ))}
        {paths.map((one) => (
          <g
            key={one.id}
            className="ms-series"
            data-series={one.id}
            data-points={one.drawn.points.length}
            data-unit={one.drawn.unit}
            data-highest={one.highest}
            data-lowest={one.lowest}
          >
            {one.area && one.rates.length === 0 ? (
              <path d={one.area} fill={one.color} fillOpacity={series.length > 1 ? 0.08 : 0.16} />
            ) : null}
            {one.drawn.shape === 'steps' ? <RateAreas areas={one.rates} opacity={0.45} /> : null}
            {one.marked ? <path d={one.marked} fill={`url(#${id}-estimated)`} opacity={0.55} /> : null}
            <path
              d={one.line}
              fill="none"
              stroke={one.color}
              strokeWidth={one.drawn.shape === 'line' ? 1 : 1.4}
              strokeOpacity={one.rates.length > 0 && one.drawn.shape === 'line' ? 0.6 : 1}
              strokeLinejoin="round"
            />
            {one.drawn.shape === 'line' ? <RateAreas areas={one.rates} opacity={0.8} /> : null}
            {one.markedLine ? (
              <path d={one.markedLine} fill="none" stroke="var(--ms-estimated)" strokeWidth={2} />
            ) : null}
          </g>
        ))}
        {series.flatMap((one) =>
          qualitySpans(one.drawn).map(({ from, to, quality }) => (
            <rect
              key={`${one.id}-${from}`}
              data-quality={quality}
              x={xScale(from) ?? 0}
              width={Math.max(1.5, (xScale(to) ?? 0) - (xScale(from) ?? 0))}
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

/** The colour that marks a quality everywhere: chart, table, legend. */
export function qualityColor(quality: string): string {
  if (quality === 'estimated' || quality === 'forecast' || quality === 'derived') return 'var(--ms-estimated)';
  if (quality === 'edited') return 'var(--ms-edited)';
  if (quality === 'valid') return 'var(--ms-good)';
  if (quality === 'questionable' || quality === 'missing') return 'var(--ms-questionable)';
  return 'var(--ms-series-7)';
}

interface HatchedHoleProps {
  hole: Hole;
  series: readonly PaneSeries[];
  x1: number;
  x2: number;
  top: number;
  bottom: number;
  fill: string;
}

/** Width of a character of the words in a hole, px. */
const holeCharacter = 6.2;

/** A hole of all series of the plot, or of some: those are named, and what the others have is drawn over it. */
function HatchedHole({ hole, series, x1, x2, top, bottom, fill }: HatchedHoleProps) {
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

/** The highest and the lowest value that is drawn; undefined where there is none. */
function extremesOf({ points }: DrawnSeries): { highest: number | undefined; lowest: number | undefined } {
  let highest: number | undefined;
  let lowest: number | undefined;
  for (const { v } of points) {
    if (highest === undefined || v > highest) highest = v;
    if (lowest === undefined || v < lowest) lowest = v;
  }
  return { highest, lowest };
}

/** SVG path data of a series: its line, the area under it, and the parts that are not simply valid. */
function pathsOf(
  drawn: DrawnSeries,
  x: Scale,
  y: Scale,
): { line: string; area: string; marked: string; markedLine: string } {
  const zero = y(0).toFixed(1);
  const px = (value: number) => value.toFixed(1);
  let line = '';
  let area = '';
  let marked = '';
  let markedLine = '';
  for (const [first, last] of drawn.runs) {
    const start = drawn.points[first];
    const end = drawn.points[last];
    if (!start || !end) continue;
    let run = '';
    let reach = 0;
    for (let index = first; index <= last; index += 1) {
      const point = drawn.points[index];
      if (!point) continue;
      const left = px(x(point.t));
      const top = px(y(point.v));
      if (drawn.shape === 'line') {
        run += `${index === first ? 'M' : 'L'}${left} ${top}`;
        reach = x(point.t);
        continue;
      }
      reach = x(point.t + point.d);
      run += index === first ? `M${left} ${top}H${px(reach)}` : `H${left}V${top}H${px(reach)}`;
      if (point.quality !== 'valid' && point.quality !== 'unknown') {
        markedLine += `M${left} ${top}H${px(reach)}`;
        marked += `M${left} ${zero}V${top}H${px(reach)}V${zero}Z`;
      }
    }
    line += run;
    area += `${run}L${px(reach)} ${zero}L${px(x(start.t))} ${zero}Z`;
  }
  return { line, area, marked, markedLine };
}
