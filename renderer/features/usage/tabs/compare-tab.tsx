/** The shown span beside another: the one before, a year earlier, or another meter. */
import { SegmentedControl, Select, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { PeriodTotals } from '#shared/contract/analysis.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { useCall } from '../../../api/index.ts';
import { completeShare } from '../../../charts/completeness.ts';
import { formatSpan } from '../../../charts/local-clock.ts';
import { FilledBars } from '../../../charts/period-bars.tsx';
import { formatMeasured, formatQuantity, formatShare, unitWords, withUnit } from '../../../ui/format.ts';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { scaleOfLargest } from '../../../ui/unit-scale.ts';
import { totalsIn } from '../in-unit.ts';
import { type PeriodRow, periodRows, periodsWithin, sumRows } from '../period-rows.ts';
import { PictureMenu } from '../picture-menu.tsx';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
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
import { SeriesSelect } from './series-select.tsx';

const choices: { value: Comparison; label: string }[] = [
  { value: 'previous', label: 'Previous span' },
  { value: 'year', label: 'Year before, same weekdays' },
  { value: 'date', label: 'Year before, same dates' },
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
  const scale = useMemo(
    () =>
      scaleOfLargest(
        main.unit,
        [nowTotals.data, beforeTotals.data].flatMap((totals) => sidesOf(totals, main)),
      ),
    [main, nowTotals.data, beforeTotals.data],
  );
  const pairs = useMemo(() => {
    const byStart = (rows: readonly PeriodRow[]) => new Map(rows.map((row) => [row.start, row]));
    const nowRows = byStart(nowTotals.data ? periodRows(nowPeriods.periods, totalsIn(scale, nowTotals.data)) : []);
    const beforeRows = byStart(
      beforeTotals.data ? periodRows(beforePeriods.periods, totalsIn(scale, beforeTotals.data)) : [],
    );
    return pairPeriods(clock, now, before, period, comparison).map((pair) => ({
      label: pair.label,
      now: pair.now ? nowRows.get(pair.now.start) : undefined,
      before: pair.before ? beforeRows.get(pair.before.start) : undefined,
    }));
  }, [clock, now, before, period, comparison, nowPeriods, beforePeriods, nowTotals.data, beforeTotals.data, scale]);
  const failure = failureOf([
    nowTotals,
    beforeTotals,
    ...(comparison === 'meter' ? [other.meters, other.list, other.chosen] : []),
  ]);
  const spanWords = formatSpan(clock, now.from, now.to);
  const [nowLabel, beforeLabel] =
    comparison === 'meter'
      ? [`${meterName(context.point)}: ${main.label}`, `${other.name ?? 'Other meter'}: ${otherSeries?.label ?? ''}`]
      : [spanWords, formatSpan(clock, before.from, before.to)];
  const nowSide: Side = { id: 'now', label: nowLabel, color: seriesColor(all, main.id) };
  const beforeSide: Side = { id: 'before', label: beforeLabel, color: 'var(--ms-series-7)' };
  // Two spans in the order of time; of two meters this one first.
  const sets = comparison === 'meter' ? [nowSide, beforeSide] : [beforeSide, nowSide];
  const bars = pairs.map((pair) => ({
    label: pair.label,
    values: { now: barOf(pair.now, comparison), before: barOf(pair.before, comparison) },
  }));
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
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {failure?.bare ? (
        <FailureState {...failure} />
      ) : comparison === 'meter' && said.meter === undefined ? (
        <EmptyState title="Which other meter?">
          Choose one above that is measured in {unitWords(main.unit)}. Both are compared over the same span, in this
          meter’s local time.
        </EmptyState>
      ) : comparison === 'meter' && other.list.data && !otherSeries ? (
        <EmptyState title="These two cannot be compared">
          That meter has nothing in {unitWords(main.unit)} like {main.label}. Choose another one above.
        </EmptyState>
      ) : nowTotals.data && beforeTotals.data ? (
        <>
          <Differences
            pairs={pairs}
            unit={scale.unit}
            sampled={main.behaviour === 'sample'}
            now={nowSide}
            before={beforeSide}
          />
          <div className="ms-panel ms-usage-chart ms-usage-fill" ref={picture}>
            <FilledBars
              least={220}
              unit={scale.unit}
              sets={sets}
              bars={bars}
              description={`${nowLabel} compared with ${beforeLabel}, ${spanWords}, by ${period}. The table below has the same numbers.`}
            />
            <NumbersTable
              label="Comparison"
              heads={['Period', withUnit(nowLabel, scale.unit), withUnit(beforeLabel, scale.unit)]}
              rows={pairs.map((pair) => [pair.label, ...[pair.now, pair.before].map(cellWords)])}
            />
          </div>
        </>
      ) : (
        <LoadingState label="Adding up both sides" />
      )}
    </>
  );
}

/** The name that a meter goes by. */
function meterName(meter: { meterNumber?: string | undefined; uid: string }): string {
  return `Meter ${meter.meterNumber ?? meter.uid}`;
}

function sidesOf(totals: PeriodTotals | undefined, { behaviour }: SeriesRow): readonly (number | null)[] {
  return totals?.[behaviour === 'sample' ? 'mean' : 'total'] ?? [];
}

/** What a side of a pair came to, and how complete it is where that is not all. */
function cellWords(row: PeriodRow | undefined): string {
  const value = row?.total ?? row?.mean;
  if (!row || value === undefined) return 'no data';
  return `${formatQuantity(value)}${row.coverage < completeShare ? ` (${formatShare(row.coverage)} complete)` : ''}`;
}

/** Both sides of two spans are named by their dates; of two meters by the meters. */
function barOf(row: PeriodRow | undefined, comparison: Comparison) {
  const title = comparison === 'meter' ? {} : { title: row?.label ?? '' };
  return row ? { total: row.total ?? row.mean, coverage: row.coverage, ...title } : undefined;
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
              {formatShare(sum.coverage)} complete, {formatShare(sum.estimated)} estimated
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
        Days and hours are those of the meter’s clock; days of 23 and 25 hours are included.
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
          label: [row.meterNumber ?? row.uid, row.customerName, row.serviceKind?.label, row.file]
            .filter(Boolean)
            .join(' · '),
        })),
    [meters.data, point.id],
  );
  // Not from the list, which is cut in a large portfolio.
  const chosen = useCall(
    'usagePoints.get',
    { workspace, id: meter ?? '' },
    { enabled: enabled && meter !== undefined },
  );
  return {
    choices,
    meters,
    list,
    chosen,
    name: chosen.data && meterName(chosen.data),
    series: meter === undefined ? undefined : sameKind(list.data ?? [], main),
  };
}

function sameKind(all: readonly SeriesRow[], main: SeriesRow): SeriesRow | undefined {
  const alike = all.filter(({ unit, behaviour }) => unit === main.unit && behaviour === main.behaviour);
  return alike.find(({ flow }) => flow?.code === main.flow?.code) ?? alike[0];
}
