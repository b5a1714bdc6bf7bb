/** The totals of the shown span and of what it is compared with, period beside period. */
import { useMemo } from 'react';
import type { PeriodTotals } from '#shared/contract/analysis.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { useCall } from '../../../api/index.ts';
import { formatSpan } from '../../../charts/local-clock.ts';
import { failureOf } from '../../../ui/states.tsx';
import { scaleOfLargest } from '../../../ui/unit-scale.ts';
import { totalsIn } from '../in-unit.ts';
import { type PeriodRow, periodRows } from '../period-rows.ts';
import type { Drawn } from '../picture-words.ts';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
import { type Comparison, comparedPeriod, comparedPeriods, comparedSpan, pairPeriods } from './comparison.ts';
import type { Side } from './differences.tsx';

/** @param meter the other one, where meters are compared; undefined: not chosen yet */
export function useComparison(context: UsageContext, comparison: Comparison, meter: string | undefined) {
  const { workspace, clock, view, main, all } = context;
  const now = useMemo(() => ({ from: Math.round(view.from), to: Math.round(view.to) }), [view]);
  const before = useMemo(() => comparedSpan(clock, now, comparison), [clock, now, comparison]);
  const period = comparedPeriod(clock, now, comparison);
  const other = useOtherSeries(context, meter, comparison === 'meter');
  const otherSeries = comparison === 'meter' ? other.series : main;
  const nowPeriods = useMemo(() => comparedPeriods(clock, now, period), [clock, now, period]);
  const beforePeriods = useMemo(() => comparedPeriods(clock, before, period), [clock, before, period]);
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
  const failure = failureOf([nowTotals, beforeTotals, ...(comparison === 'meter' ? [other.list, other.chosen] : [])]);
  const [nowLabel, beforeLabel] =
    comparison === 'meter'
      ? [`${meterName(context.point)}: ${main.label}`, `${other.name ?? 'Other meter'}: ${otherSeries?.label ?? ''}`]
      : [formatSpan(clock, now.from, now.to), formatSpan(clock, before.from, before.to)];
  // Both sides are of one kind.
  const counts = main.behaviour === 'register';
  // Spans are not called after what they are of.
  const named = (label: string) => (comparison === 'meter' ? label : `${main.label}, ${label}`);
  return {
    span: now,
    period,
    pairs,
    unit: scale.unit,
    failure,
    now: { id: 'now', label: nowLabel, color: seriesColor(all, main.id), counts } satisfies Side,
    before: { id: 'before', label: beforeLabel, color: 'var(--ms-series-7)', counts } satisfies Side,
    drawn: [
      { series: main, name: named(nowLabel), unit: scale.unit },
      ...(otherSeries ? [{ series: otherSeries, name: named(beforeLabel), unit: scale.unit, span: before }] : []),
    ] satisfies Drawn[],
    isHere: nowTotals.data !== undefined && beforeTotals.data !== undefined,
    other: other.chosen.data,
    /** That meter has no series that could be compared. */
    isUnlike: comparison === 'meter' && other.list.data !== undefined && !otherSeries,
  };
}

/** The name that a meter goes by. */
function meterName(meter: { meterNumber?: string | undefined; uid: string }): string {
  return `Meter ${meter.meterNumber ?? meter.uid}`;
}

function sidesOf(totals: PeriodTotals | undefined, { behaviour }: SeriesRow): readonly (number | null)[] {
  return totals?.[behaviour === 'sample' ? 'mean' : 'total'] ?? [];
}

/** The chosen meter, and its series that is measured in the same unit. */
function useOtherSeries({ workspace, main }: UsageContext, meter: string | undefined, enabled: boolean) {
  const list = useCall(
    'series.list',
    { workspace, usagePoint: meter ?? '' },
    { enabled: enabled && meter !== undefined },
  );
  const chosen = useCall(
    'usagePoints.get',
    { workspace, id: meter ?? '' },
    { enabled: enabled && meter !== undefined },
  );
  return {
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
