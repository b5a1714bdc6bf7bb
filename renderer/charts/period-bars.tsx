/** Bars by local period, one or more sets side by side; the bar of an incomplete period is hatched. */
import { useElementSize } from '@mantine/hooks';
import { useId, useState } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
} from 'recharts';
import { formatMeasured, formatShare } from '../ui/format.ts';
import { completeShare } from './completeness.ts';
import { FillHeight } from './fill-height.tsx';
import { axisText, plotInset } from './plot.ts';
import { UnitAxis } from './unit-axis.tsx';

interface BarSet {
  id: string;
  label: string;
  color: string;
  /** A register: what it counted in a hole is known, and shared by time. */
  counts?: boolean;
}

export interface PeriodBar {
  label: string;
  /** By set: the total and how much of the period it stands for. */
  values: Record<string, { total: number | undefined; coverage: number; title?: string } | undefined>;
}

interface PeriodBarsProps {
  bars: readonly PeriodBar[];
  sets: readonly BarSet[];
  unit: string;
  description: string;
  onOpen?: (index: number) => void;
  /** Of the whole picture, px. */
  height: number;
}

export function PeriodBars({ bars, sets, unit, description, onOpen, height }: PeriodBarsProps) {
  const id = useId();
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<{ index: number; x: number }>();
  const bar = pointed && bars[pointed.index];
  return (
    <div ref={ref} className="ms-bars" role="img" aria-label={description} data-bars={bars.length}>
      {bar ? <BarTooltip bar={bar} sets={sets} unit={unit} x={pointed.x} width={width} /> : null}
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={[...bars]}
          margin={{ top: 22, right: 14, bottom: 0, left: 0 }}
          barGap={1}
          accessibilityLayer={false}
          onMouseMove={({ activeTooltipIndex, activeCoordinate }) =>
            setPointed(
              activeTooltipIndex === undefined || activeTooltipIndex === null || !activeCoordinate
                ? undefined
                : { index: Number(activeTooltipIndex), x: activeCoordinate.x },
            )
          }
          onMouseLeave={() => setPointed(undefined)}
          {...(onOpen
            ? { onClick: (state) => openAt(state.activeTooltipIndex, onOpen), style: { cursor: 'pointer' } }
            : {})}
        >
          <defs>
            {sets.map((set, index) => (
              <Hatching key={set.id} id={`${id}-${index}`} color={set.color} />
            ))}
          </defs>
          <CartesianGrid stroke="var(--ms-grid)" vertical={false} />
          <XAxis
            dataKey="label"
            tick={axisText}
            tickLine={false}
            interval={labelStep(bars, width - plotInset.left - plotInset.right) - 1}
            axisLine={{ stroke: 'var(--ms-line-strong)' }}
          />
          <UnitAxis unit={unit} />
          <ReferenceLine y={0} stroke="var(--ms-line-strong)" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--ms-hover)' }}
            // Recharts' own would cover the bars; see BarTooltip.
            content={() => null}
          />
          {sets.map((set, index) => (
            <Bar
              key={set.id}
              dataKey={(bar: PeriodBar) => bar.values[set.id]?.total}
              name={set.label}
              fill={set.color}
              maxBarSize={46}
              isAnimationActive={false}
              shape={({ payload, ...place }) => {
                const coverage = (payload as PeriodBar).values[set.id]?.coverage ?? 1; // the chart's own data, see above
                return (
                  <DrawnBar
                    place={place}
                    color={set.color}
                    hatching={`${id}-${index}`}
                    isComplete={coverage >= completeShare}
                  />
                );
              }}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** What fills the bar of an incomplete period. */
function Hatching({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} fill={color} fillOpacity={0.25} />
      <line y2={6} stroke={color} strokeWidth={3} />
    </pattern>
  );
}

interface DrawnBarProps {
  place: Pick<BarShapeProps, 'x' | 'y' | 'width' | 'height'>;
  color: string;
  /** Id of its pattern where it is not complete. */
  hatching: string;
  isComplete: boolean;
}

function DrawnBar({ place: { x, y, width, height }, color, hatching, isComplete }: DrawnBarProps) {
  return (
    <rect
      x={x}
      y={Math.min(Number(y), Number(y) + Number(height))}
      width={width}
      height={Math.abs(Number(height))}
      rx={1.5}
      fill={isComplete ? color : `url(#${hatching})`}
      data-complete={isComplete}
    />
  );
}

/** Bars with their legend, in the height that is left. */
export function FilledBars({ least, ...props }: Omit<PeriodBarsProps, 'height'> & { least: number }) {
  return (
    <>
      <BarLegend {...props} />
      <FillHeight least={least}>{(height) => <PeriodBars {...props} height={height} />}</FillHeight>
    </>
  );
}

/** Every how many bars one is labelled, so that labels stand at equal distances and do not touch. */
export function labelStep(bars: readonly Pick<PeriodBar, 'label'>[], width: number): number {
  const longest = Math.max(1, ...bars.map(({ label }) => label.length));
  const room = Math.max(1, Math.floor(width / (longest * labelCharacter + labelGap)));
  return Math.max(1, Math.ceil(bars.length / room));
}

/** Width of a character of a label, and the least room between two, px. */
const labelCharacter = 6.4;
const labelGap = 10;

/** What the colours of the bars mean. */
function BarLegend({ bars, sets }: Pick<PeriodBarsProps, 'bars' | 'sets'>) {
  const incomplete = sets.filter(({ id }) =>
    bars.some(({ values: { [id]: value } }) => value?.total !== undefined && value.coverage < completeShare),
  );
  return (
    <div className="ms-legend" data-testid="bar-legend">
      {sets.map(({ id, label, color }) => (
        <span key={id}>
          <i className="ms-swatch" style={{ background: color }} />
          {label}
        </span>
      ))}
      {incomplete.length > 0 ? (
        <span data-legend="incomplete">
          <i className="ms-swatch ms-swatch-hatched" />
          incomplete:{' '}
          {[
            ...(incomplete.some(({ counts }) => !counts) ? ['the total lacks what is missing'] : []),
            ...(incomplete.some(({ counts }) => counts)
              ? ['what the register counted in a hole is shared by time']
              : []),
          ].join('; ')}
        </span>
      ) : null}
    </div>
  );
}

function openAt(index: number | string | null | undefined, onOpen: (index: number) => void): void {
  if (index !== null && index !== undefined && index !== '') onOpen(Number(index));
}

interface BarTooltipProps {
  bar: PeriodBar;
  sets: readonly BarSet[];
  unit: string;
  /** Of the bar and of the whole picture, px. */
  x: number;
  width: number;
}

function BarTooltip({ bar, sets, unit, x, width }: BarTooltipProps) {
  return (
    <div className="ms-tooltip" style={x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }}>
      <div className="ms-tooltip-when">
        <b>{bar.label}</b>
      </div>
      {sets.map((set) => {
        const value = bar.values[set.id];
        return (
          <div key={set.id} className="ms-tooltip-line">
            <i style={{ background: set.color }} />
            <span>{value?.title ?? set.label}</span>
            {value?.total === undefined ? <em>no data</em> : <b>{formatMeasured(value.total, unit)}</b>}
            {value && value.coverage < completeShare ? (
              <span className="ms-dim">{formatShare(value.coverage)} complete</span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
