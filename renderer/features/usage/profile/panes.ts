/** What a load profile draws: the shown series in panes. Pure. */
import type { ChartSeries, SeriesRow } from '#shared/contract/usage.ts';
import { reachesZero } from '#shared/espi/quantities.ts';
import type { ProfilePane } from '../../../charts/load-profile.tsx';
import type { Measure } from '../../../charts/measure.ts';
import type { PaneSeries } from '../../../charts/pane.tsx';
import type { RateStacks } from '../../../charts/rate-stacks.ts';
import { shapeSeries } from '../../../charts/series-shape.ts';
import { chartIn } from '../in-unit.ts';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';

/** Series of one unit share a pane, units are stacked; costs come below in a pane of their own. */
export function panesOf(
  charts: readonly ChartSeries[],
  { all, shown, scaleOf }: UsageContext,
  measure: Measure,
  withCost: boolean,
  stacks: (measure: Measure) => RateStacks | undefined,
): ProfilePane[] {
  const panes = new Map<string, PaneSeries[]>();
  const costs: PaneSeries[] = [];
  for (const row of shown) {
    const answer = charts.find(({ series }) => series === row.id);
    if (!answer) continue;
    const chart = chartIn(scaleOf(row), answer);
    const common = { id: row.id, label: row.label, color: seriesColor(all, row.id), currency: row.currency };
    const drawn = { ...shapeSeries(chart, measure), floats: !reachesZero(row.level) };
    const amounts = shown.length === 1 ? stacks(measure) : undefined;
    panes.set(drawn.unit, [...(panes.get(drawn.unit) ?? []), { ...common, drawn: { ...drawn, stacks: amounts } }]);
    if (withCost) {
      const cost = shapeSeries(chart, 'cost', row.currency);
      const costStacks = shown.length === 1 ? stacks('cost') : undefined;
      if (cost.points.length > 0) costs.push({ ...common, drawn: { ...cost, stacks: costStacks } });
    }
  }
  const list: ProfilePane[] = [...panes].map(([unit, series]) => ({ unit, series }));
  if (costs.length > 0) list.push({ unit: costs[0]?.drawn.unit ?? '', title: 'Cost', series: costs });
  return list;
}

/** The unit that a series is drawn in; undefined until it is. */
export function drawnUnit(panes: readonly ProfilePane[], { id }: Pick<SeriesRow, 'id'>): string | undefined {
  return panes.find(({ title, series }) => title === undefined && series.some((one) => one.id === id))?.unit;
}
