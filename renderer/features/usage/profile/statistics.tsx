/** Key figures of the view, for every shown series, with the same care about gaps and estimates as the chart. */
import type { ReactNode } from 'react';
import type { SeriesRow, UsageStatistics } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCalls } from '../../../api/index.ts';
import { formatLocalDate, formatLocalTime } from '../../../charts/local-clock.ts';
import { rateUnit } from '../../../charts/measure.ts';
import type { Span } from '../../../charts/viewport.ts';
import {
  currencyWords,
  formatCount,
  formatCounted,
  formatMeasured,
  formatMoney,
  formatQuantity,
  formatShare,
  isCurrency,
} from '../../../ui/format.ts';
import { FailureState, failureOf, RefreshFailure } from '../../../ui/states.tsx';
import type { UnitScale } from '../../../ui/unit-scale.ts';
import { coverageMeaning, coveredSpanWords, uncoveredWords } from '../../coverage/coverage-words.ts';
import { statisticsIn } from '../in-unit.ts';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
import { PeakList } from './peak-list.tsx';

interface StatisticsProps extends UsageContext {
  asked: Span;
  /** Asked for now; until then their places are there and empty. */
  enabled: boolean;
}

export function Statistics(props: StatisticsProps) {
  const { workspace, shown, all, clock, asked, enabled, show, scaleOf } = props;
  const answers = useCalls(
    'usage.statistics',
    shown.map(({ id }) => ({ workspace, series: id, from: Math.round(asked.from), to: Math.round(asked.to) })),
    { enabled },
  );
  const failure = failureOf(answers);
  if (failure?.bare) return <FailureState {...failure} title="The key figures could not be loaded" />;
  // The readings of a register are its states, not what it counted.
  const highest = (row: SeriesRow) =>
    row.behaviour === 'register' ? null : (
      <PeakList {...props} row={row} onShow={(at) => show(aroundPeak(at, row.step))} />
    );
  return (
    <section className="ms-panel ms-stats" aria-label="Key figures of the shown span">
      {failure ? <RefreshFailure {...failure} /> : null}
      {shown.map((row, index) => (
        <div key={row.id} className="ms-stats-row" data-series={row.id}>
          {shown.length > 1 ? (
            <div className="ms-stats-name">
              <i className="ms-swatch" style={{ background: seriesColor(all, row.id) }} /> {row.label}
            </div>
          ) : null}
          <StatisticCells
            row={row}
            scale={scaleOf(row)}
            answer={answers[index]?.data}
            place={{ clock, span: asked }}
            when={(at) => (
              <button
                type="button"
                className="ms-link"
                onClick={() => show(aroundPeak(at, row.step))}
                title="Show the peak"
              >
                {formatLocalDate(clock, at)}, {formatLocalTime(clock, at)}
              </button>
            )}
            highest={highest(row)}
          />
        </div>
      ))}
    </section>
  );
}

interface StatisticCellsProps {
  row: SeriesRow;
  scale: UnitScale;
  /** In the unit of the series; undefined until it is here. */
  answer: UsageStatistics | undefined;
  place: { clock: Clock; span: Span };
  /** The instant of an extreme. */
  when: (at: number) => ReactNode;
  /** Beside the peak: the way to the other high readings. */
  highest?: ReactNode;
}

/** The key figures of one series. */
export function StatisticCells({ row, scale, answer, place, when, highest }: StatisticCellsProps) {
  return (
    <dl>
      {cellsOf(row, scale, answer, place, when).map(({ name, more, value, note, mark, title }) => (
        <div key={name} className="ms-stat" data-stat={name} data-mark={mark} title={title}>
          <dt>
            {name} {more === 'highest' ? highest : null}
          </dt>
          <dd>{value}</dd>
          {note ? <dd className="ms-stat-note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** Half a day around a peak, or as many readings as make it one where they are long. */
const aroundPeak = (at: number, step: number): Span => {
  const room = Math.max(6 * 3600, 5 * step);
  return { from: at - room, to: at + step + room };
};

interface StatCell {
  name: string;
  /** Beside the name: the way to the other high readings. */
  more?: 'highest';
  value: ReactNode;
  note?: ReactNode;
  mark?: 'warn';
  /** What the figure means, where its name does not say it. */
  title?: string;
}

function cellsOf(
  row: SeriesRow,
  scale: UnitScale,
  answer: UsageStatistics | undefined,
  { clock, span }: { clock: Clock; span: Span },
  when: (at: number) => ReactNode,
): StatCell[] {
  const numbers = answer && statisticsIn(scale, answer);
  const measured = (value: number | undefined) => (value === undefined ? '–' : formatMeasured(value, scale.unit));
  const rate = row.behaviour === 'interval' && row.intervalLength > 0 ? rateUnit(scale.unit) : undefined;
  const asRate = (value: number | undefined, seconds: number) =>
    rate && value !== undefined && seconds > 0 ? `${formatQuantity((value * 3600) / seconds)} ${rate}` : undefined;
  // Without a base load the readings are of unequal lengths, and their mean is of no known time.
  const meanRate = numbers?.base === undefined ? undefined : asRate(numbers.mean, row.intervalLength);
  const { peak, least } = numbers ?? {};
  const readings = numbers
    ? [
        formatCounted(numbers.count, 'reading'),
        ...(scale.unit === '' ? ['unit not stated'] : []),
        ...(numbers.cut > 0 ? [`${formatCount(numbers.cut)} of them in part`] : []),
      ].join(', ')
    : undefined;
  const extreme = (name: string, found: UsageStatistics['peak']): StatCell => ({
    name,
    value: measured(found?.value),
    note: found ? (
      <>
        {rate ? (
          <>
            {asRate(found.value, found.seconds)}
            <br />
          </>
        ) : null}
        {when(found.at)}
      </>
    ) : undefined,
  });
  // Stays while the answer for another span is under way: an open list would close.
  const highest = numbers && !peak ? {} : { more: 'highest' as const };
  const meaning: StatCell[] =
    row.behaviour === 'sample'
      ? [
          { name: 'Mean', value: measured(numbers?.mean), note: readings },
          extreme('Minimum', least),
          { ...extreme('Maximum', peak), ...highest },
        ]
      : [
          { name: 'Total', value: measured(numbers?.total), note: readings },
          ...(numbers?.cost === undefined
            ? []
            : [
                {
                  name: 'Cost',
                  value: formatMoney(numbers.cost, row.currency),
                  note: isCurrency(row.currency) ? undefined : currencyWords(row.currency),
                },
              ]),
          { name: 'Mean', value: measured(numbers?.mean), note: meanRate },
          { ...extreme('Peak', peak), ...highest },
          { name: 'Base load', value: measured(numbers?.base), note: asRate(numbers?.base, row.intervalLength) },
          { name: 'Load factor', value: numbers?.loadFactor === undefined ? '–' : formatShare(numbers.loadFactor) },
        ];
  const uncovered = numbers && uncoveredWords(row, numbers.coverage);
  return [
    ...meaning,
    {
      name: 'Estimated',
      value: numbers ? formatShare(numbers.estimated) : '–',
      ...(numbers && numbers.estimated > 0 ? { mark: 'warn' as const } : {}),
    },
    {
      name: 'Coverage',
      value: numbers ? formatShare(numbers.coverage) : '–',
      title: coverageMeaning,
      ...(numbers
        ? {
            note: (
              <>
                {coveredSpanWords(clock, span, dataOf(row))}
                {numbers.implied > 0 ? `; ${formatCounted(numbers.implied, 'zero')} implied` : ''}
                {uncovered === undefined ? '' : `; ${uncovered}`}
              </>
            ),
          }
        : {}),
      ...(numbers && numbers.coverage < 1 ? { mark: 'warn' as const } : {}),
    },
  ];
}

function dataOf({ first, end }: SeriesRow): Span | undefined {
  return first === undefined || end === undefined ? undefined : { from: first, to: end };
}
