/** The load profile of a meter with its controls, its statistics and the reading that was picked. */
import { useDebouncedValue, useElementSize, useViewportSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallInput } from '#shared/contract/index.ts';
import type { ChartSeries } from '#shared/contract/usage.ts';
import { call, useCall } from '../../api/index.ts';
import { LoadProfile, type ProfilePane } from '../../charts/load-profile.tsx';
import { addUnits, formatSpan, startOf } from '../../charts/local-clock.ts';
import type { Measure } from '../../charts/measure.ts';
import { Overview } from '../../charts/overview.tsx';
import type { PaneSeries } from '../../charts/pane.tsx';
import type { RateStacks } from '../../charts/rate-stacks.ts';
import { shapeSeries } from '../../charts/series-shape.ts';
import { clampSpan } from '../../charts/viewport.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { FailureState } from '../../ui/states.tsx';
import { rememberFirstChart } from './first-chart.ts';
import { PictureMenu } from './picture-menu.tsx';
import { ProfileLegend } from './profile-legend.tsx';
import { ProfileToolbar } from './profile-toolbar.tsx';
import { Rates } from './rates.tsx';
import { ReadingDetail } from './reading-detail.tsx';
import { seriesColor, shortestSpan } from './series-choice.ts';
import { Statistics } from './statistics.tsx';
import type { UsageContext } from './usage-context.ts';
import { useRateStacks } from './use-rate-stacks.ts';

/** The view has to rest for so long before its numbers are asked for: the chart goes first. */
const restMs = 150;
/** M4 keeps up to four readings a pixel column, and a chart draws at most 2,000. */
const mostColumns = 500;

export function ProfileTab(context: UsageContext) {
  const { workspace, clock, shown, main, all, view, show, search } = context;
  const measure: Measure = search.measure ?? 'amount';
  const shortest = shortestSpan(shown);
  const { ref, width } = useElementSize();
  const picture = useRef<HTMLDivElement>(null);
  const { height: windowHeight } = useViewportSize();
  const [asked, ask] = useState(view);
  const [rested] = useDebouncedValue(view, restMs);
  const columns = Math.max(10, Math.floor(Math.min(width || 800, mostColumns) / shown.length));
  const input = { workspace, series: shown.map(({ id }) => id), width: columns, from: asked.from, to: asked.to };
  const chart = useCall('usage.chart', input, { enabled: width > 0, keepPrevious: true });
  const behind = asked.from !== view.from || asked.to !== view.to;
  // One question at a time: what is here moves along, and when the answer comes the newest view is asked for.
  useEffect(() => {
    if (behind && !chart.isFetching) ask(view);
  }, [behind, chart.isFetching, view]);
  const bounds = useBounds(context);
  // The chart goes first.
  const drawn = chart.data !== undefined;
  const overview = useCall(
    'usage.chart',
    { workspace, series: [main.id], width: 300, from: bounds.from, to: bounds.to },
    { enabled: drawn },
  );
  const [picked, setPicked] = useState<{ series: string; at: number }>();
  const stacks = useRateStacks(context, asked, chart.data);
  const panes = useMemo(
    () => panesOf(chart.data ?? [], context, measure, stacks),
    [chart.data, context, measure, stacks],
  );
  useFirstChart(drawn);
  useOpenedChart(context, drawn ? input : undefined);

  return (
    <div className="ms-usage" ref={ref}>
      <ProfileToolbar {...context}>
        <PictureMenu context={context} chart={picture} title="Load profile" span={view} />
      </ProfileToolbar>
      {chart.error ? (
        <FailureState error={chart.error} onRetry={() => void chart.refetch()} />
      ) : (
        <div className="ms-panel ms-usage-chart" ref={picture}>
          <ProfileLegend panes={panes} {...context} />
          <LoadProfile
            panes={panes}
            clock={clock}
            view={view}
            extent={bounds}
            shortest={shortest}
            onView={show}
            onPick={(series, at) => setPicked({ series, at })}
            description={`Load profile, ${formatSpan(clock, view.from, view.to)}: ${shown.map(({ label }) => label).join(', ')}. ${chartWords(chart.data)} Arrow keys read single readings, Shift and arrows move, plus and minus zoom. The tab Readings has the same data as a table.`}
            busy={behind || chart.isFetching}
            height={Math.max(240, Math.min(460, windowHeight - 485))}
          />
          <Overview
            chart={overview.data?.[0]}
            color={seriesColor(all, main.id)}
            clock={clock}
            extent={bounds}
            view={clampSpan(view, bounds, shortest)}
            shortest={shortest}
            onView={show}
          />
        </div>
      )}
      {picked ? <ReadingDetail {...context} picked={picked} onClose={() => setPicked(undefined)} /> : null}
      {drawn ? <Statistics {...context} asked={rested} /> : null}
      {drawn ? <Rates {...context} asked={rested} /> : null}
    </div>
  );
}

/** How far one may go: all data and whole local days at both ends. */
function useBounds({ extent, clock }: UsageContext) {
  const { from, to } = extent;
  return useMemo(() => wholeDays(clock, { from, to }), [clock, from, to]);
}

function wholeDays(clock: UsageContext['clock'], extent: UsageContext['extent']) {
  return {
    from: startOf(clock, extent.from, 'day'),
    to: addUnits(clock, startOf(clock, extent.to - 1, 'day'), 'day', 1),
  };
}

/** Series of one unit share a pane, units are stacked; costs come below in a pane of their own. */
function panesOf(
  charts: readonly ChartSeries[],
  { all, shown }: UsageContext,
  measure: Measure,
  stacks: (measure: Measure) => RateStacks | undefined,
): ProfilePane[] {
  const panes = new Map<string, PaneSeries[]>();
  const costs: PaneSeries[] = [];
  for (const row of shown) {
    const chart = charts.find(({ series }) => series === row.id);
    if (!chart) continue;
    const common = { id: row.id, label: row.label, color: seriesColor(all, row.id) };
    const drawn = shapeSeries(chart, measure === 'power' ? 'power' : 'amount');
    const amounts = shown.length === 1 ? stacks(measure === 'power' ? 'power' : 'amount') : undefined;
    panes.set(drawn.unit, [...(panes.get(drawn.unit) ?? []), { ...common, drawn: { ...drawn, stacks: amounts } }]);
    if (measure === 'cost') {
      const cost = shapeSeries(chart, 'cost', row.currency);
      const costStacks = shown.length === 1 ? stacks('cost') : undefined;
      if (cost.points.length > 0) costs.push({ ...common, drawn: { ...cost, stacks: costStacks } });
    }
  }
  const list: ProfilePane[] = [...panes].map(([unit, series]) => ({ unit, series }));
  if (costs.length > 0) list.push({ unit: costs[0]?.drawn.unit ?? '', title: 'Cost', series: costs });
  return list;
}

/** What the picture shows, for people who cannot see it. */
function chartWords(charts: readonly ChartSeries[] | undefined): string {
  if (!charts) return 'Loading.';
  return charts
    .map(({ count, gaps, resolution, t }) => {
      const holes = gaps.length === 0 ? 'no gaps' : `${formatCounted(gaps.length, 'gap')} without data`;
      const drawn =
        resolution === 'm4' ? `, of which ${formatCount(t.length)} are drawn so that every peak is kept` : '';
      return `${formatCounted(count, 'reading')}${drawn}, ${holes}.`;
    })
    .join(' ');
}

let told = false;

/** Tells the main side once that the window shows data; that ends the measurement of the start. */
function useFirstChart(shown: boolean): void {
  useEffect(() => {
    if (!shown || told) return;
    told = true;
    call('app.usable', undefined).catch(() => {
      // Only a measurement; nothing to tell the user.
    });
  }, [shown]);
}

/** Remembers how a meter opens by itself, so that the next start can show it at once. */
function useOpenedChart({ point, search }: UsageContext, input: CallInput<'usage.chart'> | undefined): void {
  const seen = useRef(false);
  useEffect(() => {
    if (!input || seen.current) return;
    seen.current = true;
    // Chosen spans and series are in the address; a start has none.
    if (search.from === undefined && search.series === undefined) rememberFirstChart(point.id, input);
  }, [input, point.id, search.from, search.series]);
}
