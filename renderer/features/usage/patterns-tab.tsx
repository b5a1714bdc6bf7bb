/** How the meter usually behaves: the average day with its spread, and the load-duration curve. */
import { Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DaySplit } from '#shared/contract/analysis.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { offsetSegments } from '#shared/time/index.ts';
import { useCall } from '../../api/index.ts';
import { formatSpan, formatTimeOfDay } from '../../charts/local-clock.ts';
import { formatCounted, formatMeasured, formatQuantity, formatShare } from '../../ui/format.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { durationPoints, durationRows, durationWords } from './load-duration.ts';
import { NumbersTable } from './numbers-table.tsx';
import { PictureMenu } from './picture-menu.tsx';
import { seriesColor } from './series-choice.ts';
import { SeriesSelect } from './series-select.tsx';
import { groupName, typicalDayPoints, typicalDayRows, typicalDayWords } from './typical-day.ts';
import type { UsageContext } from './usage-context.ts';

const splits: { value: DaySplit; label: string }[] = [
  { value: 'all', label: 'All days' },
  { value: 'workday', label: 'Workdays, weekends' },
  { value: 'weekday', label: 'Weekdays' },
  { value: 'season', label: 'Seasons' },
];

const chartHeight = 300;
const axisText = { fill: 'var(--ms-ink-2)', fontSize: 11 };

export function PatternsTab(context: UsageContext) {
  const { clock, view, main, extent } = context;
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
            { value: 'view', label: 'Shown span' },
          ]}
          value={whole}
          onChange={setWhole}
        />
        <Text size="sm" fw={600}>
          {formatSpan(clock, range.from, range.to)}
        </Text>
        <SeriesSelect {...context} />
      </div>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <section className="ms-panel ms-usage-chart" ref={day}>
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
          <TypicalDay {...context} split={split} range={range} />
        </section>
        <section className="ms-panel ms-usage-chart" ref={curve}>
          <Group justify="space-between">
            <Title order={2}>Load duration</Title>
            <PictureMenu context={context} chart={curve} title="Load duration" span={range} />
          </Group>
          <DurationCurve {...context} range={range} />
        </section>
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Times are the meter’s ({clock.label}). The band holds eight of ten days. Values are {unitLabel(main.unit)} a
        reading.
      </Text>
    </>
  );
}

interface PatternChartProps {
  /** What it shows, for people who cannot see it. */
  label: string;
  points: object[];
  /** Its horizontal axis, what is drawn, and the tooltip. */
  children: ReactNode;
}

function PatternChart({ label, points, children }: PatternChartProps) {
  return (
    <div role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={chartHeight}>
        <ComposedChart data={points} margin={{ top: 12, right: 14, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--ms-grid)" />
          <YAxis width={58} tick={axisText} tickLine={false} axisLine={false} tickFormatter={formatQuantity} />
          {children}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

type Ranged = UsageContext & { range: { from: number; to: number } };

function TypicalDay({ workspace, main, all, clock, split, range }: Ranged & { split: DaySplit }) {
  const offsets = useMemo(() => offsetSegments(clock, range.from, range.to), [clock, range.from, range.to]);
  const answer = useCall(
    'usage.typicalDay',
    { workspace, series: main.id, ...range, split, offsets },
    { keepPrevious: true },
  );
  const { points, groups } = useMemo(() => typicalDayPoints(answer.data?.rows ?? []), [answer.data]);
  if (answer.error) return <FailureState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState label="Averaging" />;
  const color = (group: number) =>
    split === 'all' ? seriesColor(all, main.id) : `var(--ms-series-${(groups.indexOf(group) % 8) + 1})`;
  const { unit } = answer.data;
  return (
    <figure className="ms-figure" data-points={points.length}>
      <PatternChart
        label={`Average day of ${main.label}. ${typicalDayWords(points, groups, split, unit)}`}
        points={points}
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
        heads={['From', ...groups.map((group) => `${groupName(split, group)}, ${unitLabel(unit)}`)]}
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

function DurationCurve({ workspace, main, all, range }: Ranged) {
  const answer = useCall(
    'usage.duration',
    { workspace, series: main.id, ...range, points: 401 },
    { keepPrevious: true },
  );
  const points = useMemo(() => durationPoints(answer.data), [answer.data]);
  if (answer.error) return <FailureState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState label="Sorting the readings" />;
  const { unit, count } = answer.data;
  const color = seriesColor(all, main.id);
  return (
    <figure className="ms-figure" data-points={points.length}>
      <PatternChart label={`Load duration of ${main.label}. ${durationWords(answer.data)}`} points={points}>
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
                <b>{formatMeasured(point.value, unit)}</b> or more in {formatShare(point.share)} of the readings
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
      <figcaption className="ms-legend">{formatCounted(count, 'reading')}, from the highest to the lowest</figcaption>
      <NumbersTable
        label="Load duration"
        heads={['Share of the readings', `That much or more, ${unitLabel(unit)}`]}
        rows={durationRows(answer.data)}
      />
    </figure>
  );
}
