/** Numbers of the view: of every shown series, each with the same care about holes and estimates as the chart. */
import type { ReactNode } from 'react';
import type { SeriesRow, UsageStatistics } from '#shared/contract/usage.ts';
import { useCalls } from '../../api/index.ts';
import { formatLocalDate, formatLocalTime } from '../../charts/local-clock.ts';
import { rateUnit } from '../../charts/measure.ts';
import type { Span } from '../../charts/viewport.ts';
import { formatCounted, formatMeasured, formatMoney, formatQuantity, formatShare } from '../../ui/format.ts';
import { FailureState } from '../../ui/states.tsx';
import { seriesColor } from './series-choice.ts';
import type { UsageContext } from './usage-context.ts';

export function Statistics({ workspace, shown, all, clock, asked, show }: UsageContext & { asked: Span }) {
  const answers = useCalls(
    'usage.statistics',
    shown.map(({ id }) => ({ workspace, series: id, from: Math.round(asked.from), to: Math.round(asked.to) })),
  );
  const failed = answers.filter(({ error }) => error);
  if (failed[0]) {
    const retry = () => void Promise.all(failed.map((one) => one.refetch()));
    return <FailureState error={failed[0].error} onRetry={retry} title="The numbers of the view are not here" />;
  }
  return (
    <section className="ms-panel ms-stats" aria-label="Statistics of the shown span">
      {shown.map((row, index) => (
        <div key={row.id} className="ms-stats-row" data-series={row.id}>
          {shown.length > 1 ? (
            <div className="ms-stats-name">
              <i className="ms-swatch" style={{ background: seriesColor(all, row.id) }} /> {row.label}
            </div>
          ) : null}
          <dl>
            {cellsOf(row, answers[index]?.data, (at) => (
              <button
                type="button"
                className="ms-link"
                onClick={() => show(aroundPeak(at, row.intervalLength))}
                title="Show the peak"
              >
                {formatLocalDate(clock, at)}, {formatLocalTime(clock, at)}
              </button>
            )).map(({ name, value, note, mark }) => (
              <div key={name} className="ms-stat" data-stat={name} data-mark={mark}>
                <dt>{name}</dt>
                <dd>{value}</dd>
                {note ? <dd className="ms-stat-note">{note}</dd> : null}
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

/** Half a day around a peak, or as many readings as make it one where they are long. */
const aroundPeak = (at: number, intervalLength: number): Span => {
  const room = Math.max(6 * 3600, 5 * intervalLength);
  return { from: at - room, to: at + intervalLength + room };
};

interface StatCell {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  mark?: 'warn';
}

function cellsOf(row: SeriesRow, numbers: UsageStatistics | undefined, when: (at: number) => ReactNode): StatCell[] {
  const measured = (value: number | undefined) => (value === undefined ? '–' : formatMeasured(value, row.unit));
  const rate = row.behaviour === 'interval' && row.intervalLength > 0 ? rateUnit(row.unit) : undefined;
  const asRate = (value: number | undefined) =>
    rate && value !== undefined ? `${formatQuantity((value * 3600) / row.intervalLength)} ${rate}` : undefined;
  const peak = numbers?.peak;
  return [
    {
      name: 'Total',
      value: measured(numbers?.total),
      note: numbers ? `${formatCounted(numbers.count, 'reading')}` : undefined,
    },
    ...(numbers?.cost === undefined ? [] : [{ name: 'Cost', value: formatMoney(numbers.cost, row.currency) }]),
    { name: 'Mean', value: measured(numbers?.mean), note: asRate(numbers?.mean) },
    {
      name: 'Peak',
      value: measured(peak?.value),
      note: peak ? (
        <>
          {asRate(peak.value)}
          <br />
          {when(peak.at)}
        </>
      ) : undefined,
    },
    { name: 'Base load', value: measured(numbers?.base), note: asRate(numbers?.base) },
    { name: 'Load factor', value: numbers?.loadFactor === undefined ? '–' : formatShare(numbers.loadFactor) },
    {
      name: 'Estimated',
      value: numbers ? formatShare(numbers.estimated) : '–',
      ...(numbers && numbers.estimated > 0 ? { mark: 'warn' as const } : {}),
    },
    {
      name: 'Coverage',
      value: numbers ? formatShare(numbers.coverage) : '–',
      ...(numbers && numbers.implied > 0 ? { note: `${formatCounted(numbers.implied, 'zero')} implied` } : {}),
      ...(numbers && numbers.coverage < 1 ? { mark: 'warn' as const, note: 'totals lack what is missing' } : {}),
    },
  ];
}
