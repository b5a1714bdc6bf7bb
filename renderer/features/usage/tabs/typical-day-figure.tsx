/** The average day: a line for each kind of day and, where they are few, the band of its usual values. */
import { useMemo } from 'react';
import { Area, Line, Tooltip } from 'recharts';
import type { DaySplit } from '#shared/contract/analysis.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { offsetSegments } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatTimeOfDay } from '../../../charts/local-clock.ts';
import { formatCounted, formatMeasured, formatQuantity, withUnit } from '../../../ui/format.ts';
import { FailureState, failureOf, LoadingState } from '../../../ui/states.tsx';
import { typicalDayIn } from '../in-unit.ts';
import { seriesColor } from '../series-choice.ts';
import { longerWords } from './longer-words.ts';
import { PatternFigure, type Ranged } from './pattern-figure.tsx';
import { isComparable } from './times-of-day.tsx';
import { groupName, slotWords, typicalDayPoints, typicalDayRows, typicalDayWords } from './typical-day.ts';

const across = {
  dataKey: 'slot',
  ticks: [0, 4, 8, 12, 16, 20, 24].map((hour) => hour * 3600),
  tickFormatter: formatTimeOfDay,
};

type Point = ReturnType<typeof typicalDayPoints>['points'][number];

export function TypicalDay({ workspace, main, all, clock, split, range, scaleOf }: Ranged & { split: DaySplit }) {
  const offsets = useMemo(() => offsetSegments(clock, range.from, range.to), [clock, range.from, range.to]);
  const answer = useCall(
    'usage.typicalDay',
    { workspace, series: main.id, ...range, split, offsets },
    { keepPrevious: true },
  );
  const day = useMemo(() => answer.data && typicalDayIn(scaleOf(main), answer.data), [answer.data, scaleOf, main]);
  const failure = failureOf([answer]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!day) return <LoadingState label="Averaging the days" />;
  return (
    <TypicalDayFigure
      failure={failure}
      earlier={answer.isPlaceholderData}
      of={main.label}
      day={day}
      split={split}
      hasSlotAmounts={main.behaviour !== 'sample' && isComparable(main)}
      color={seriesColor(all, main.id)}
    />
  );
}

interface TypicalDayFigureProps {
  failure: ReturnType<typeof failureOf>;
  /** It is the answer to an earlier question. */
  earlier?: boolean;
  /** What the readings are of. */
  of: string;
  day: CallOutput<'usage.typicalDay'>;
  split: DaySplit;
  /** False of levels, and of amounts of unequal times: what is shown is then no amount of a part of the day. */
  hasSlotAmounts?: boolean;
  /** Where all days are one line. */
  color: string;
}

/** The picture of average days, wherever they come from. */
export function TypicalDayFigure({
  failure,
  earlier,
  of,
  day,
  split,
  hasSlotAmounts = true,
  color: single,
}: TypicalDayFigureProps) {
  const { points, groups } = useMemo(() => typicalDayPoints(day.rows), [day]);
  const color = (group: number) => (split === 'all' ? single : `var(--ms-series-${(groups.indexOf(group) % 8) + 1})`);
  const { unit } = day;
  return (
    <PatternFigure
      failure={failure}
      earlier={earlier}
      label={`Average day of ${of}. ${typicalDayWords(points, groups, split, unit)}`}
      points={points}
      unit={unit}
      across={across}
      caption={
        <>
          {groups.map((group) => (
            <span key={group}>
              <i className="ms-swatch" style={{ background: color(group) }} /> {groupName(split, group)}
            </span>
          ))}
          {hasSlotAmounts ? <span>{slotWords(unit, day.step)}</span> : null}
          {day.longer === undefined ? null : <span>{longerWords(day.longer)}</span>}
        </>
      }
      numbers={{
        label: 'Average day',
        heads: ['From', ...groups.map((group) => withUnit(groupName(split, group), unit))],
        rows: typicalDayRows(points, groups),
      }}
    >
      <Tooltip
        isAnimationActive={false}
        content={({ active, label }) => {
          const point = active ? points.find(({ slot }) => slot === Number(label)) : undefined;
          return point ? <TypicalTooltip point={point} split={split} unit={unit} color={color} /> : null;
        }}
      />
      {(groups.length <= 2 ? groups : []).map((group) => (
        <Area
          key={`band-${group}`}
          type="monotone"
          dataKey={({ groups: { [group]: row } }: Point) => row && [row.low, row.high]}
          stroke="none"
          fill={color(group)}
          fillOpacity={0.14}
          isAnimationActive={false}
          activeDot={false}
        />
      ))}
      {groups.map((group) => (
        <Line
          key={group}
          type="monotone"
          dataKey={(point: Point) => point.groups[group]?.mean}
          name={groupName(split, group)}
          stroke={color(group)}
          strokeWidth={1.8}
          dot={false}
          isAnimationActive={false}
        />
      ))}
    </PatternFigure>
  );
}

interface TypicalTooltipProps {
  point: Point;
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
