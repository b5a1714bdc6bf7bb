/** The shown span beside another: the one before, a year earlier, or another meter. */
import { SegmentedControl, Select, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { useCall } from '../../api/index.ts';
import { completeShare } from '../../charts/completeness.ts';
import { formatSpan } from '../../charts/local-clock.ts';
import { PeriodBars } from '../../charts/period-bars.tsx';
import { formatMeasured, formatQuantity, formatShare } from '../../ui/format.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import {
  type Comparison,
  comparableSums,
  comparedPeriod,
  comparedSpan,
  comparisonOf,
  pairPeriods,
  sideValue,
} from './comparison.ts';
import { NumbersTable } from './numbers-table.tsx';
import { type PeriodRow, periodRows, periodsWithin, sumRows } from './period-rows.ts';
import { PictureMenu } from './picture-menu.tsx';
import { seriesColor } from './series-choice.ts';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

const choices: { value: Comparison; label: string }[] = [
  { value: 'previous', label: 'Span before' },
  { value: 'year', label: 'A year earlier, weekdays aligned' },
  { value: 'date', label: 'Same dates a year earlier' },
  { value: 'meter', label: 'Another meter' },
];

export function CompareTab(context: UsageContext) {
  const { workspace, clock, view, main, all, search, onSearch } = context;
  const said = comparisonOf(search.with);
  // Another meter was asked for, but which one is not said yet.
  const [open, setOpen] = useState(false);
  const comparison = open ? 'meter' : said.comparison;
  const choose = (next: Comparison) => {
    setOpen(next === 'meter');
    if (next !== 'meter') onSearch({ ...search, with: next }, true);
  };
  const picture = useRef<HTMLDivElement>(null);
  const now = useMemo(() => ({ from: Math.round(view.from), to: Math.round(view.to) }), [view]);
  const before = useMemo(() => comparedSpan(clock, now, comparison), [clock, now, comparison]);
  const period = comparedPeriod(now, comparison);
  const other = useOtherSeries(context, said.meter, comparison === 'meter');
  const otherSeries = comparison === 'meter' ? other.series : main;
  const nowPeriods = useMemo(() => periodsWithin(clock, now, period), [clock, now, period]);
  const beforePeriods = useMemo(() => periodsWithin(clock, before, period), [clock, before, period]);
  // Totals of other periods must not stand beside the names of these.
  const nowTotals = useCall('usage.totals', { workspace, series: main.id, bounds: nowPeriods.bounds });
  const beforeTotals = useCall(
    'usage.totals',
    { workspace, series: otherSeries?.id ?? '', bounds: beforePeriods.bounds },
    { enabled: otherSeries !== undefined },
  );
  const pairs = useMemo(() => {
    const byStart = (rows: readonly PeriodRow[]) => new Map(rows.map((row) => [row.start, row]));
    const nowRows = byStart(nowTotals.data ? periodRows(nowPeriods.periods, nowTotals.data) : []);
    const beforeRows = byStart(beforeTotals.data ? periodRows(beforePeriods.periods, beforeTotals.data) : []);
    return pairPeriods(clock, now, before, period, comparison).map((pair) => ({
      label: pair.label,
      now: pair.now ? nowRows.get(pair.now.start) : undefined,
      before: pair.before ? beforeRows.get(pair.before.start) : undefined,
    }));
  }, [clock, now, before, period, comparison, nowPeriods, beforePeriods, nowTotals.data, beforeTotals.data]);
  const failed = [nowTotals, beforeTotals, ...(comparison === 'meter' ? [other.meters, other.list] : [])].filter(
    ({ error }) => error,
  );
  const spanWords = formatSpan(clock, now.from, now.to);
  const beforeLabel =
    comparison === 'meter' ? (otherSeries?.label ?? 'Other meter') : formatSpan(clock, before.from, before.to);
  const nowSide: Side = { id: 'now', label: spanWords, color: seriesColor(all, main.id) };
  const beforeSide: Side = { id: 'before', label: beforeLabel, color: 'var(--ms-series-7)' };
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl
          size="xs"
          aria-label="Compared with"
          data={choices}
          value={comparison}
          onChange={(value) => choose(value as Comparison)} // one of the values above
        />
        {comparison === 'meter' ? (
          <Select
            size="xs"
            w={300}
            searchable
            aria-label="Other meter"
            placeholder="Meter number, customer or address"
            data={other.choices}
            value={said.meter ?? null}
            onChange={(id) => {
              if (id) onSearch({ ...search, with: id }, true);
            }}
          />
        ) : null}
        <SeriesSelect {...context} />
        <PictureMenu context={context} chart={picture} title="Comparison" span={now} />
      </div>
      {failed[0] ? (
        <FailureState error={failed[0].error} onRetry={() => void Promise.all(failed.map((one) => one.refetch()))} />
      ) : comparison === 'meter' && said.meter === undefined ? (
        <EmptyState title="Which other meter?">
          Choose one above. It is compared over the same span, in this meter’s local time, when it is measured in{' '}
          {unitLabel(main.unit)}.
        </EmptyState>
      ) : comparison === 'meter' && other.list.data && !otherSeries ? (
        <EmptyState title="These two cannot be compared">
          That meter has no series in {unitLabel(main.unit)} like {main.label}. Choose another one above.
        </EmptyState>
      ) : nowTotals.data && beforeTotals.data ? (
        <>
          <Differences
            pairs={pairs}
            unit={main.unit}
            sampled={main.behaviour === 'sample'}
            now={nowSide}
            before={beforeSide}
          />
          <div className="ms-panel ms-usage-chart" ref={picture}>
            <PeriodBars
              unit={main.unit}
              sets={[beforeSide, nowSide]}
              bars={pairs.map((pair) => ({
                label: pair.label,
                values: { now: barOf(pair.now), before: barOf(pair.before) },
              }))}
              description={`${main.label}, ${spanWords}, beside ${beforeLabel}, by ${period}. The table below has the same numbers.`}
            />
            <NumbersTable
              label="Comparison"
              heads={['Period', `${spanWords}, ${unitLabel(main.unit)}`, `${beforeLabel}, ${unitLabel(main.unit)}`]}
              rows={pairs.map((pair) => [pair.label, ...[pair.now, pair.before].map(cellWords)])}
            />
          </div>
        </>
      ) : (
        <LoadingState label="Summing up both" />
      )}
    </>
  );
}

/** What a side of a pair came to, and how much of it is there where that is not all. */
function cellWords(row: PeriodRow | undefined): string {
  const value = row?.total ?? row?.mean;
  if (!row || value === undefined) return 'no data';
  return `${formatQuantity(value)}${row.coverage < completeShare ? ` (${formatShare(row.coverage)} there)` : ''}`;
}

function barOf(row: PeriodRow | undefined) {
  return row ? { total: row.total ?? row.mean, coverage: row.coverage, title: row.label } : undefined;
}

interface DifferencesProps {
  pairs: readonly { now: PeriodRow | undefined; before: PeriodRow | undefined }[];
  unit: string;
  /** Samples are averaged, not summed. */
  sampled: boolean;
  now: Side;
  before: Side;
}

/** One of the two spans: what it is called, and the colour of its bars. */
interface Side {
  id: string;
  label: string;
  color: string;
}

function Differences({ pairs, unit, sampled, ...ends }: DifferencesProps) {
  const sides = [
    { ...ends.now, sum: sumRows(pairs.flatMap(({ now }) => (now ? [now] : []))) },
    { ...ends.before, sum: sumRows(pairs.flatMap(({ before }) => (before ? [before] : []))) },
  ];
  const fair = comparableSums(pairs, completeShare, sampled);
  const measured = (value: number | undefined) => (value === undefined ? 'no data' : formatMeasured(value, unit));
  return (
    <section className="ms-panel ms-stats" aria-label="Comparison">
      <dl>
        {sides.map(({ id, label, color, sum }) => (
          <div key={id} className="ms-stat" {...(sum.coverage < completeShare ? { 'data-mark': 'warn' } : {})}>
            <dt>
              <i className="ms-swatch" style={{ background: color }} /> {label}
            </dt>
            <dd>{measured(sideValue(sum, sampled))}</dd>
            <dd className="ms-stat-note">
              {formatShare(sum.coverage)} of the time is there, {formatShare(sum.estimated)} estimated
            </dd>
          </div>
        ))}
        <div className="ms-stat" data-stat="difference">
          <dt>Difference</dt>
          <dd>{differenceWords(fair, unit)}</dd>
          <dd className="ms-stat-note">
            {fair.pairs === 0
              ? 'no period is complete on both sides'
              : fair.pairs === fair.of
                ? 'all periods are complete on both sides'
                : `over the ${fair.pairs} of ${fair.of} periods that are complete on both sides`}
          </dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed" pb={4}>
        Compared by the meter’s clock, days of 23 and 25 hours included.
      </Text>
    </section>
  );
}

function differenceWords({ now, before }: { now: number | undefined; before: number | undefined }, unit: string) {
  if (now === undefined || before === undefined) return '–';
  const change = now - before;
  const sign = change > 0 ? '+' : '';
  const share = before === 0 ? '' : ` (${sign}${((change / before) * 100).toFixed(1)} %)`;
  return `${sign}${formatMeasured(change, unit)}${share}`;
}

/** Meters to choose from, and the series of the chosen one that is measured in the same unit. */
function useOtherSeries({ workspace, point, main }: UsageContext, meter: string | undefined, enabled: boolean) {
  const meters = useCall('usagePoints.list', { workspace, limit: 2000 }, { enabled });
  const list = useCall(
    'series.list',
    { workspace, usagePoint: meter ?? '' },
    { enabled: enabled && meter !== undefined },
  );
  const choices = useMemo(
    () =>
      (meters.data?.rows ?? [])
        .filter(({ id, readings }) => id !== point.id && readings > 0)
        .map((row) => ({
          value: row.id,
          label: [row.meterNumber ?? row.uid, row.customerName, row.serviceKind?.label].filter(Boolean).join(' · '),
        })),
    [meters.data, point.id],
  );
  return { choices, meters, list, series: meter === undefined ? undefined : sameKind(list.data ?? [], main) };
}

function sameKind(all: readonly SeriesRow[], main: SeriesRow): SeriesRow | undefined {
  const alike = all.filter(({ unit, behaviour }) => unit === main.unit && behaviour === main.behaviour);
  return alike.find(({ flow }) => flow?.code === main.flow?.code) ?? alike[0];
}
