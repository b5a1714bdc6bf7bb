/** The grid of a plot with what is written at its marks. */
import { formatQuantity } from '../ui/format.ts';
import { axisText, axisTitleLeft, type Plot } from './plot.ts';
import type { TimeTick } from './ticks.ts';

/** Room between a plot and what is written at its marks, px. */
const labelGap = 8;

interface PlotGridProps {
  plot: Plot;
  times: readonly TimeTick[];
  values: readonly number[];
}

/** Lines at the marks and around the plot; a stronger one at its foot. */
export function PlotGrid({ plot, times, values }: PlotGridProps) {
  const { left, right, top, bottom, x, y } = plot;
  const across = new Set([left, ...times.map(({ at }) => x(at)), right]);
  const up = new Set([top, ...values.map(y), bottom]);
  return (
    <>
      <g className="ms-plot-grid" stroke="var(--ms-grid)">
        {[...up].map((at) => (
          <line key={at} x1={left} x2={right} y1={at} y2={at} />
        ))}
        {[...across].map((at) => (
          <line key={at} x1={at} x2={at} y1={top} y2={bottom} />
        ))}
      </g>
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--ms-line-strong)" />
    </>
  );
}

/** The title of the value axis and its numbers. */
export function ValueAxis({ plot, values, title }: Pick<PlotGridProps, 'plot' | 'values'> & { title: string }) {
  return (
    <>
      <AxisTitle>{title}</AxisTitle>
      {values.map((value) => (
        <text key={value} x={plot.left - labelGap} y={plot.y(value)} dy="0.355em" textAnchor="end" {...axisText}>
          {formatQuantity(value)}
        </text>
      ))}
    </>
  );
}

/** What a value axis measures, above it. */
export function AxisTitle({ children }: { children: string }) {
  return (
    <text x={axisTitleLeft} y={12} fontSize={11} fontWeight={600} fill="var(--ms-ink-2)">
      {children}
    </text>
  );
}

interface TimeLabelProps {
  tick: TimeTick;
  plot: Plot;
  /** Of the whole picture; the outermost labels move inwards rather than stick out. */
  width: number;
}

/** Half of what a character of a label takes, px; generous, since the stronger ones are bold. */
const halfCharacter = 3.3;

export function TimeLabel({ tick, plot, width }: TimeLabelProps) {
  const half = Math.max(tick.label.length, (tick.note?.length ?? 0) * 0.85) * halfCharacter;
  const middle = Math.max(half, Math.min(plot.x(tick.at), width - half));
  return (
    <text
      x={middle}
      y={plot.bottom + labelGap + (tick.note ? 6 : 10)}
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
