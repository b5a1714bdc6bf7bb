/** Lines or points of a result over a grid, with what is nearest to the pointer or the keys. */
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { type Plot, plotOf } from '../../../charts/plot.ts';
import { PlotGrid, TimeLabel, ValueAxis } from '../../../charts/plot-axes.tsx';
import { type TimeTick, timeTicks, valueTicks } from '../../../charts/ticks.ts';
import { formatMeasured, formatQuantity } from '../../../ui/format.ts';
import { colourOf } from './colours.ts';
import { axisWords, clockAsRead, type DrawnChart, placeWords } from './words.ts';
import { extentOf, type Nearest, nearestTo, pathOf, placesOf, type XySeries } from './xy-shape.ts';

interface XyProps {
  chart: DrawnChart;
  series: readonly XySeries[];
  isLine: boolean;
  width: number;
  height: number;
  description: string;
}

export function XyPicture({ chart, series, isLine, width, height, description }: XyProps) {
  const { plot, times, values } = useMemo(() => axesOf(chart, series, width, height), [chart, series, width, height]);
  const places = useMemo(() => placesOf(series), [series]);
  const [at, setAt] = useState<number>();
  const nearest = at === undefined ? [] : nearestTo(series, at, isLine);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const [low, high] = extentOf(series, 'x');
    const share = (x - plot.left) / Math.max(1, plot.right - plot.left);
    setAt(places[nearestIndex(places, low + share * (high - low))]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = at === undefined ? -1 : nearestIndex(places, at);
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: places.length - 1 }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    else if (next === undefined) return;
    else setAt(places[Math.max(0, Math.min(places.length - 1, next))]);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="ms-profile"
      role="application"
      aria-roledescription="chart"
      aria-label={description}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: role application is interactive; it handles the keys
      tabIndex={0}
      style={{ height }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(undefined)}
      onKeyDown={onKeyDown}
    >
      <svg className="ms-plot" width={width} height={height} role="presentation">
        <PlotGrid plot={plot} times={times} values={values} />
        <ValueAxis plot={plot} values={values} title={axisWords(chart, chart.y)} />
        {times.map((tick) => (
          <TimeLabel key={tick.at} tick={tick} plot={plot} width={width} />
        ))}
        {series.map((one, index) => (
          <path
            key={one.name}
            data-series={one.name}
            data-points={one.x.length}
            d={pathOf(one, plot, isLine)}
            fill="none"
            stroke={colourOf(index)}
            strokeWidth={isLine ? 1.4 : 4}
            strokeLinecap="round"
            strokeLinejoin="round"
            strokeOpacity={isLine ? 1 : 0.7}
          />
        ))}
      </svg>
      {at === undefined ? null : <Pointed chart={chart} at={at} nearest={nearest} plot={plot} width={width} />}
    </div>
  );
}

/** The scales, and marks on round times or numbers. */
function axesOf({ isTime }: DrawnChart, series: readonly XySeries[], width: number, height: number) {
  const [low, high] = extentOf(series, 'x');
  const view = high > low ? { from: low, to: high } : { from: low - 0.5, to: low + 0.5 };
  const most = Math.max(2, width / 90);
  const times: TimeTick[] = isTime
    ? timeTicks(clockAsRead, view.from, view.to, most)
    : valueTicks(view.from, view.to, most)
        .filter((at) => at >= view.from && at <= view.to)
        .map((at) => ({ at, label: formatQuantity(at), major: false }));
  const values = valueTicks(...extentOf(series, 'y'), 5);
  return { plot: plotOf({ width, height, withTimeAxis: true }, view, values), times, values };
}

function nearestIndex(places: readonly number[], at: number): number {
  const after = places.findIndex((place) => place >= at);
  if (after < 1) return after === 0 ? 0 : places.length - 1;
  return at - (places[after - 1] ?? 0) < (places[after] ?? 0) - at ? after - 1 : after;
}

interface PointedProps {
  chart: DrawnChart;
  at: number;
  nearest: readonly Nearest[];
  plot: Plot;
  width: number;
}

function Pointed({ chart, at, nearest, plot, width }: PointedProps) {
  const x = plot.x(at);
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <>
      <div className="ms-profile-cursor" style={{ left: x, height: plot.bottom - plot.top }} />
      <div className="ms-tooltip" role="status" style={side}>
        <div className="ms-tooltip-when">
          {chart.x} <b>{placeWords(at, chart.isTime)}</b>
        </div>
        {nearest.map(({ name, index, y }) => (
          <div key={`${name} ${y}`} className="ms-tooltip-line">
            <i style={{ background: colourOf(index) }} />
            <span>{name}</span>
            <b>{formatMeasured(y, chart.unit ?? '')}</b>
          </div>
        ))}
      </div>
    </>
  );
}
