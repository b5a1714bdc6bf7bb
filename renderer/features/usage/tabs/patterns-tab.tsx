/** How the meter usually behaves: the average day with its spread, and the load-duration curve. */
import { SegmentedControl, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import type { DaySplit } from '#shared/contract/analysis.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { offsetSegments } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { FillHeight } from '../../../charts/fill-height.tsx';
import { formatSpan, formatTimeOfDay } from '../../../charts/local-clock.ts';
import { axisText, plotInset } from '../../../charts/plot.ts';
import { UnitAxis } from '../../../charts/unit-axis.tsx';
import { formatCounted, formatMeasured, formatQuantity, formatShare, unitWords, withUnit } from '../../../ui/format.ts';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { durationIn, typicalDayIn } from '../in-unit.ts';
import { PictureMenu } from '../picture-menu.tsx';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
import { durationPoints, durationRows, durationWords } from './load-duration.ts';
import { NumbersTable } from './numbers-table.tsx';
import { SeriesSelect } from './series-select.tsx';
import { hasTimesOfDay, WithoutTimesOfDay } from './times-of-day.tsx';
import { groupName, typicalDayPoints, typicalDayRows, typicalDayWords } from './typical-day.ts';

const splits: { value: DaySplit; label: string }[] = [
  { value: 'all', label: 'All days' },
  { value: 'workday', label: 'Workdays' },
  { value: 'weekday', label: 'Weekdays' },
  { value: 'season', label: 'Seasons' },
];

export function PatternsTab(context: UsageContext) {
  const { clock, view, main, extent, scaleOf } = context;
  const [split, setSplit] = useState<DaySplit>('all');
  const [whole, setWhole] = useState('all');
  const day = useRef<HTMLElement>(null);
  const curve = useRef<HTMLElement>(null);
  const range = whole === 'all' ? extent : { from: Math.round(view.from), to: Math.round(view.to) };
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl
          size="xs"
          aria-label="Span of time"
          data={[
            { value: 'all', label: 'All data' },
            { value: 'view', label: 'Span shown' },
          ]}
          value={whole}
          onChange={setWhole}
        />
        <Text size="sm" fw={600}>
          {formatSpan(clock, range.from, range.to)}
        </Text>
        <SeriesSelect {...context} />
      </div>
      <div className="ms-patterns">
        <section className="ms-panel ms-usage-chart ms-usage-fill" ref={day}>
          <div className="ms-usage-toolbar">
            <Title order={2}>Average day</Title>
            <SegmentedControl
              size="xs"
              ml="auto"
              aria-label="Which days"
              data={splits}
              value={split}
              onChange={(value) => setSplit(value as DaySplit)} // one of the values above
            />
            <PictureMenu context={context} chart={day} title="Average day" span={range} />
          </div>
          {hasTimesOfDay(main) ? <TypicalDay {...context} split={split} range={range} /> : <WithoutTimesOfDay />}
        </section>
        <section className="ms-panel ms-usage-chart ms-usage-fill" ref={curve}>
          <div className="ms-usage-toolbar">
            <Title order={2} me="auto">
              {main.level === undefined ? 'Load duration' : 'Duration'}
            </Title>
            <PictureMenu context={context} chart={curve} title="Load duration" span={range} />
          </div>
          {isComparable(main) ? (
            <DurationCurve {...context} range={range} />
          ) : (
            <EmptyState title="These readings cannot be ranked">
              They cover unequal lengths of time, so a larger amount need not be a higher load.
            </EmptyState>
          )}
        </section>
      </div>
      <Text size="xs" c="dimmed">
        Times are the meter’s ({clock.label}). Band: 10th to 90th percentile of the days.{' '}
        {intervalWords(scaleOf(main).unit, main)}
      </Text>
    </>
  );
}

/** What single values are: an amount belongs to its interval, a level does not. */
function intervalWords(unit: string, { behaviour }: SeriesRow): string {
  const words = unitWords(unit);
  if (unit === '') return 'The file does not state the unit of the values.';
  if (words === '') return '';
  return behaviour === 'sample' ? `Values are in ${words}.` : `Values are ${words} per interval.`;
}

/** Amounts of unequal times say nothing of the load; samples have none. */
function isComparable({ grid, behaviour }: SeriesRow): boolean {
  return grid === 'fixed' || grid === 'day' || behaviour === 'sample';
}

interface PatternChartProps {
  /** What it shows, for people who cannot see it. */
  label: string;
  points: object[];
  unit: string;
  /** Its horizontal axis, what is drawn, and the tooltip. */
  children: ReactNode;
}

function PatternChart({ label, points, unit, children }: PatternChartProps) {
  return (
    <FillHeight least={220}>
      {(height) => (
        <div role="img" aria-label={label}>
          <ResponsiveContainer width="100%" height={height}>
            <ComposedChart
              data={points}
              margin={{ top: plotInset.top, right: plotInset.right, bottom: 0, left: 0 }}
              accessibilityLayer={false}
            >
              <CartesianGrid stroke="var(--ms-grid)" />
              <UnitAxis unit={unit} />
              {children}
            </ComposedChart>
          </ResponsiveContainer>
        </div>
      )}
    </FillHeight>
  );
}

type Ranged = UsageContext & { range: { from: number; to: number } };

function TypicalDay({ workspace, main, all, clock, split, range, scaleOf }: Ranged & { split: DaySplit }) {
  const offsets = useMemo(() => offsetSegments(clock, range.from, range.to), [clock, range.from, range.to]);
  const answer = useCall(
    'usage.typicalDay',
    { workspace, series: main.id, ...range, split, offsets },
    { keepPrevious: true },
  );
  const day = useMemo(() => answer.data && typicalDayIn(scaleOf(main), answer.data), [answer.data, scaleOf, main]);
  const { points, groups } = useMemo(() => typicalDayPoints(day?.rows ?? []), [day]);
  const failure = failureOf([answer]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!day) return <LoadingState label="Averaging the days" />;
  const color = (group: number) =>
    split === 'all' ? seriesColor(all, main.id) : `var(--ms-series-${(groups.indexOf(group) % 8) + 1})`;
  const { unit } = day;
  return (
    <figure className="ms-figure" data-points={points.length}>
      {failure ? <RefreshFailure {...failure} /> : null}
      <PatternChart
        label={`Average day of ${main.label}. ${typicalDayWords(points, groups, split, unit)}`}
        points={points}
        unit={unit}
      >
        <XAxis
          type="number"
          dataKey="slot"
          domain={[0, 86_400]}
          ticks={[0, 4, 8, 12, 16, 20, 24].map((hour) => hour * 3600)}
          tickFormatter={formatTimeOfDay}
          tick={axisText}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          content={({ active, label }) => {
            const point = active ? points.find(({ slot }) => slot === Number(label)) : undefined;
            return point ? <TypicalTooltip point={point} split={split} unit={unit} color={color} /> : null;
          }}
        />
        {groups.length <= 2
          ? groups.map((group) => (
              <Area
                key={`band-${group}`}
                type="monotone"
                dataKey={(point: (typeof points)[number]) => {
                  const row = point.groups[group];
                  return row ? [row.low, row.high] : undefined;
                }}
                stroke="none"
                fill={color(group)}
                fillOpacity={0.14}
                isAnimationActive={false}
                activeDot={false}
              />
            ))
          : null}
        {groups.map((group) => (
          <Line
            key={group}
            type="monotone"
            dataKey={(point: (typeof points)[number]) => point.groups[group]?.mean}
            name={groupName(split, group)}
            stroke={color(group)}
            strokeWidth={1.8}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </PatternChart>
      <figcaption className="ms-legend">
        {groups.map((group) => (
          <span key={group}>
            <i className="ms-swatch" style={{ background: color(group) }} /> {groupName(split, group)}
          </span>
        ))}
      </figcaption>
      <NumbersTable
        label="Average day"
        heads={['From', ...groups.map((group) => withUnit(groupName(split, group), unit))]}
        rows={typicalDayRows(points, groups)}
      />
    </figure>
  );
}

interface TypicalTooltipProps {
  point: ReturnType<typeof typicalDayPoints>['points'][number];
  split: DaySplit;
  unit: string;
  color: (group: number) => string;
}

function TypicalTooltip({ point, split, unit, color }: TypicalTooltipProps) {
  return (
    <div className="ms-tooltip ms-tooltip-static">
      <div className="ms-tooltip-when">
        <b>{formatTimeOfDay(point.slot)}</b>
      </div>
      {Object.values(point.groups).map((row) => (
        <div key={row.group} className="ms-tooltip-line">
          <i style={{ background: color(row.group) }} />
          <span>{groupName(split, row.group)}</span>
          <b>{formatMeasured(row.mean, unit)}</b>
          <span className="ms-dim">
            {formatQuantity(row.low)}–{formatQuantity(row.high)} · {formatCounted(row.days, 'day')}
          </span>
        </div>
      ))}
    </div>
  );
}

function DurationCurve({ workspace, main, all, range, scaleOf }: Ranged) {
  const answer = useCall(
    'usage.duration',
    { workspace, series: main.id, ...range, points: 401 },
    { keepPrevious: true },
  );
  const curve = useMemo(() => answer.data && durationIn(scaleOf(main), answer.data), [answer.data, scaleOf, main]);
  const points = useMemo(() => durationPoints(curve), [curve]);
  const failure = failureOf([answer]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!curve) return <LoadingState label="Sorting the readings" />;
  const { unit, count } = curve;
  const color = seriesColor(all, main.id);
  return (
    <figure className="ms-figure" data-points={points.length}>
      {failure ? <RefreshFailure {...failure} /> : null}
      <PatternChart label={`Load duration of ${main.label}. ${durationWords(curve)}`} points={points} unit={unit}>
        <XAxis
          type="number"
          dataKey="share"
          domain={[0, 1]}
          ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]}
          tickFormatter={(share: number) => `${Math.round(share * 100)} %`}
          tick={axisText}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          content={({ active, label }) => {
            const point = active ? points.find(({ share }) => share === Number(label)) : undefined;
            return point ? (
              <div className="ms-tooltip ms-tooltip-static">
                at least <b>{formatMeasured(point.value, unit)}</b> in {formatShare(point.share)} of the readings
              </div>
            ) : null;
          }}
        />
        <Area
          dataKey="value"
          stroke={color}
          strokeWidth={1.8}
          fill={color}
          fillOpacity={0.14}
          isAnimationActive={false}
        />
      </PatternChart>
      <figcaption className="ms-legend">{formatCounted(count, 'reading')}, highest to lowest</figcaption>
      <NumbersTable
        label="Load duration"
        heads={['Share of the readings', withUnit('At least', unit)]}
        rows={durationRows(curve)}
      />
    </figure>
  );
}
