/** The load-duration curve: in which share of the readings a value was reached. */
import { useMemo } from 'react';
import { Area, Tooltip } from 'recharts';
import type { CallOutput } from '#shared/contract/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatCounted, formatMeasured, formatShare, withUnit } from '../../../ui/format.ts';
import { FailureState, failureOf, LoadingState } from '../../../ui/states.tsx';
import { durationIn } from '../in-unit.ts';
import { seriesColor } from '../series-choice.ts';
import { durationPoints, durationRows, durationWords } from './load-duration.ts';
import { longerWords } from './longer-words.ts';
import { PatternFigure, type Ranged } from './pattern-figure.tsx';

const across = {
  dataKey: 'share',
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  tickFormatter: (share: number) => `${Math.round(share * 100)} %`,
};

export function DurationCurve({ workspace, main, all, range, scaleOf }: Ranged) {
  const answer = useCall(
    'usage.duration',
    { workspace, series: main.id, ...range, points: 401 },
    { keepPrevious: true },
  );
  const curve = useMemo(() => answer.data && durationIn(scaleOf(main), answer.data), [answer.data, scaleOf, main]);
  const failure = failureOf([answer]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!curve) return <LoadingState label="Sorting the readings" />;
  return (
    <DurationFigure
      failure={failure}
      earlier={answer.isPlaceholderData}
      of={main.label}
      curve={curve}
      color={seriesColor(all, main.id)}
    />
  );
}

interface DurationFigureProps {
  failure: ReturnType<typeof failureOf>;
  /** It is the answer to an earlier question. */
  earlier?: boolean;
  /** What the readings are of. */
  of: string;
  curve: CallOutput<'usage.duration'>;
  color: string;
}

/** The picture of a curve, wherever it comes from. */
export function DurationFigure({ failure, earlier, of, curve, color }: DurationFigureProps) {
  const points = useMemo(() => durationPoints(curve), [curve]);
  const { unit, count } = curve;
  return (
    <PatternFigure
      failure={failure}
      earlier={earlier}
      label={`Load duration of ${of}. ${durationWords(curve)}`}
      points={points}
      unit={unit}
      across={across}
      caption={`${formatCounted(count, 'reading')}, highest to lowest${curve.longer === undefined ? '' : `. ${longerWords(curve.longer)}`}`}
      numbers={{
        label: 'Load duration',
        heads: ['Share of the readings', withUnit('At least', unit)],
        rows: durationRows(curve),
      }}
    >
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
    </PatternFigure>
  );
}
