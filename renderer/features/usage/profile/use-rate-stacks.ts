/** How the shown span splits by rate in columns of local time, asked only where single readings are not drawn. */
import { useCallback, useMemo } from 'react';
import type { ChartSeries } from '#shared/contract/usage.ts';
import { useCall } from '../../../api/index.ts';
import type { Measure } from '../../../charts/measure.ts';
import { type RateStacks, rateBuckets, rateStacks } from '../../../charts/rate-stacks.ts';
import { coloringRates } from '../../../charts/series-shape.ts';
import type { Span } from '../../../charts/viewport.ts';
import { rateTotalsIn } from '../in-unit.ts';
import type { UsageContext } from '../usage-context.ts';

/** Answers the columns in a measure; none while they are asked for, with several series, or without rates. */
export function useRateStacks(
  { workspace, main, shown, clock, extent, scaleOf }: UsageContext,
  asked: Span,
  charts: readonly ChartSeries[] | undefined,
): (measure: Measure) => RateStacks | undefined {
  const chart = charts?.find(({ series }) => series === main.id);
  const kind = coloringRates(chart?.rates)?.kind;
  const from = Math.max(asked.from, extent.from);
  const to = Math.min(asked.to, extent.to);
  const buckets = useMemo(() => rateBuckets(clock, { from, to }), [clock, from, to]);
  const wanted =
    shown.length === 1 && chart?.resolution === 'm4' && kind !== undefined && main.behaviour === 'interval';
  const totals = useCall(
    'usage.rateTotals',
    { workspace, series: main.id, kind: kind ?? 'tou', bounds: buckets.bounds },
    { enabled: wanted && buckets.bounds.length > 1 },
  );
  return useCallback(
    (measure) =>
      wanted && totals.data ? rateStacks(buckets, rateTotalsIn(scaleOf(main), totals.data), measure) : undefined,
    [wanted, totals.data, buckets, scaleOf, main],
  );
}
