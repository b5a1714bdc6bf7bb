/** Leads from what a tab of a meter shows to the query for it, and gives the query screen this meter and span. */
import { useEffect, useMemo } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { clockOf } from '../../charts/local-clock.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { keepQueryValues } from '../../ui/query-values.ts';
import { meterQuery, meterValues } from './meter-query.ts';
import { extentOf, firstSpan, shownSeries } from './series-choice.ts';
import { spanOf, type UsageSearch } from './usage-address.ts';

interface MeterAsQueryProps {
  workspace: string;
  point: CallOutput<'usagePoints.get'>;
  series: readonly SeriesRow[];
  search: UsageSearch;
}

export function MeterAsQuery({ workspace, point, series, search }: MeterAsQueryProps) {
  const clock = useMemo(() => clockOf(point.localTime), [point.localTime]);
  const shown = shownSeries(series, search.series);
  const extent = extentOf(shown) ?? { from: 0, to: 1 };
  const span = spanOf(search) ?? firstSpan(clock, extent, shown[0]?.step ?? 0);
  const values = meterValues(point.id, clock, span);
  const { meter, from, to } = values;
  useEffect(() => keepQueryValues(workspace, { meter, from, to }), [workspace, meter, from, to]);
  return <OpenAsQuery workspace={workspace} query={{ sql: meterQuery(search.tab ?? 'profile', span), values }} />;
}
