/** Bars by local period, one or two sets side by side; a bar of an incomplete period is hatched. */
import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { unitLabel } from '#shared/espi/units.ts';
import { formatMeasured, formatQuantity, formatShare } from '../ui/format.ts';
import { completeShare } from './completeness.ts';

interface BarSet {
  id: string;
  label: string;
  color: string;
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
  height?: number;
}

const usualHeight = 300;
const axisText = { fill: 'var(--ms-ink-2)', fontSize: 11 };

export function PeriodBars({ bars, sets, unit, description, onOpen, height = usualHeight }: PeriodBarsProps) {
  const id = useId();
  return (
    <div role="img" aria-label={description} data-bars={bars.length}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={[...bars]}
          margin={{ top: 22, right: 14, bottom: 0, left: 0 }}
          barGap={1}
          accessibilityLayer={false}
          {...(onOpen
            ? { onClick: (state) => openAt(state.activeTooltipIndex, onOpen), style: { cursor: 'pointer' } }
            : {})}
        >
          <defs>
            {sets.map((set, index) => (
              <pattern
                key={set.id}
                id={`${id}-${index}`}
                width={6}
                height={6}
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width={6} height={6} fill={set.color} fillOpacity={0.25} />
                <line y2={6} stroke={set.color} strokeWidth={3} />
              </pattern>
            ))}
          </defs>
          <CartesianGrid stroke="var(--ms-grid)" vertical={false} />
          <XAxis
            dataKey="label"
            tick={axisText}
            tickLine={false}
            minTickGap={12}
            axisLine={{ stroke: 'var(--ms-line-strong)' }}
          />
          <YAxis width={58} tick={axisText} tickLine={false} axisLine={false} tickFormatter={formatQuantity} />
          <text x={50} y={12} textAnchor="end" fontSize={11} fontWeight={600} fill="var(--ms-ink-2)">
            {unitLabel(unit)}
          </text>
          <ReferenceLine y={0} stroke="var(--ms-line-strong)" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--ms-hover)' }}
            content={({ active, payload }) => {
              const bar = active ? bars.find((one) => one === payload?.[0]?.payload) : undefined;
              return bar ? <BarTooltip bar={bar} sets={sets} unit={unit} /> : null;
            }}
          />
          {sets.map((set, index) => (
            <Bar
              key={set.id}
              dataKey={(bar: PeriodBar) => bar.values[set.id]?.total}
              name={set.label}
              fill={set.color}
              maxBarSize={46}
              isAnimationActive={false}
              shape={({ x, y, width, height, payload }) => {
                const coverage = (payload as PeriodBar).values[set.id]?.coverage ?? 1; // the chart's own data, see above
                const top = Math.min(Number(y), Number(y) + Number(height));
                return (
                  <rect
                    x={x}
                    y={top}
                    width={width}
                    height={Math.abs(Number(height))}
                    rx={1.5}
                    fill={coverage < completeShare ? `url(#${id}-${index})` : set.color}
                    data-complete={coverage >= completeShare}
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

function openAt(index: number | string | null | undefined, onOpen: (index: number) => void): void {
  if (index !== null && index !== undefined && index !== '') onOpen(Number(index));
}

function BarTooltip({ bar, sets, unit }: { bar: PeriodBar; sets: readonly BarSet[]; unit: string }) {
  return (
    <div className="ms-tooltip ms-tooltip-static">
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
              <span className="ms-dim">{formatShare(value.coverage)} there</span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
