/** The load profile of a meter with its controls, its statistics and the reading that was picked. */
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallInput } from '#shared/contract/index.ts';
import type { ChartSeries } from '#shared/contract/usage.ts';
import { routes } from '#shared/routes.ts';
import { call, useCall } from '../../../api/index.ts';
import { ChartPending } from '../../../charts/chart-pending.tsx';
import { LoadProfile } from '../../../charts/load-profile.tsx';
import { addUnits, formatSpan, startOf } from '../../../charts/local-clock.ts';
import type { Measure } from '../../../charts/measure.ts';
import { Overview } from '../../../charts/overview.tsx';
import { clampSpan } from '../../../charts/viewport.ts';
import { useContextMenu } from '../../../ui/context-menu/use-context-menu.tsx';
import { formatCount, formatCounted } from '../../../ui/format.ts';
import { FailureState, failureOf, RefreshFailure } from '../../../ui/states.tsx';
import { addressItems, rawItems } from '../../../ui/table/row-items.ts';
import { rememberFirstChart } from '../first-chart.ts';
import { PictureMenu } from '../picture-menu.tsx';
import { ReadingDetail } from '../reading-detail.tsx';
import { seriesColor, shortestSpan } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
import { drawnUnit, panesOf } from './panes.ts';
import { ProfileLegend } from './profile-legend.tsx';
import { ProfileToolbar } from './profile-toolbar.tsx';
import { Rates } from './rates.tsx';
import { Statistics } from './statistics.tsx';
import { useRateStacks } from './use-rate-stacks.ts';

/** The view rests this long before its numbers are asked for: the chart goes first. */
const restMs = 150;
/** M4 keeps four readings a pixel column or more, and a chart draws at most 2,000. */
const mostColumns = 500;

export function ProfileTab(context: UsageContext) {
  const { workspace, clock, shown, main, all, view, show, search } = context;
  const measure: Measure = search.measure ?? 'amount';
  const withCost = search.cost === true;
  const shortest = shortestSpan(shown);
  const { ref, width } = useElementSize();
  const picture = useRef<HTMLDivElement>(null);
  const [rested] = useDebouncedValue(view, restMs);
  const { input, chart, asked, behind } = useViewChart(context, width);
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
    () => panesOf(chart.data ?? [], context, measure, withCost, stacks),
    [chart.data, context, measure, withCost, stacks],
  );
  useFirstChart(drawn);
  useOpenedChart(context, drawn ? input : undefined);

  const { history } = useRouter();
  const contextMenu = useContextMenu();
  const failure = failureOf([chart]);
  const rated = chart.data?.find(({ series }) => series === main.id)?.rates !== undefined;

  return (
    <div className="ms-usage" ref={ref}>
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {contextMenu.menu}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu key is pressed on the chart inside, and its event comes up to here */}
      <div
        className="ms-panel ms-usage-chart ms-usage-fill"
        ref={picture}
        onContextMenu={(event) =>
          contextMenu.open(event, [
            ...addressItems(window.location.hash.slice(1)),
            ...rawItems(routes.entry(context.workspace, context.point.id), (address) => history.push(address)),
          ])
        }
      >
        <ProfileToolbar {...context}>
          <PictureMenu
            context={context}
            chart={picture}
            title="Load profile"
            span={view}
            drawn={shown.map((series) => ({ series, unit: drawnUnit(panes, series) ?? context.scaleOf(series).unit }))}
          />
        </ProfileToolbar>
        <ProfileLegend panes={panes} {...context} />
        {failure?.bare ? (
          <FailureState {...failure} title="The readings could not be loaded" />
        ) : chart.data === undefined ? (
          <PendingProfile {...context} />
        ) : (
          <LoadProfile
            panes={panes}
            clock={clock}
            view={view}
            extent={bounds}
            shortest={shortest}
            onView={show}
            onPick={(series, at) => setPicked({ series, at })}
            description={`Load profile, ${formatSpan(clock, view.from, view.to)}: ${shown.map(({ label }) => label).join(', ')}. ${chartWords(chart.data)} Arrow keys read single readings, Shift and arrows move, plus and minus zoom. The Readings tab has the same data as a table.`}
            busy={behind || chart.isFetching}
          />
        )}
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
      {picked ? <ReadingDetail {...context} picked={picked} onClose={() => setPicked(undefined)} /> : null}
      <Statistics {...context} asked={rested} enabled={drawn} />
      {rated ? <Rates {...context} asked={rested} /> : null}
    </div>
  );
}

/** The chart of a view that is moved. One question at a time: what is here moves along, and when the answer comes the newest view is asked for. */
function useViewChart({ workspace, shown, view }: UsageContext, width: number) {
  const [asked, ask] = useState(view);
  const columns = Math.max(10, Math.floor(Math.min(width || 800, mostColumns) / shown.length));
  const input = { workspace, series: shown.map(({ id }) => id), width: columns, from: asked.from, to: asked.to };
  const chart = useCall('usage.chart', input, { enabled: width > 0, keepPrevious: true });
  const behind = asked.from !== view.from || asked.to !== view.to;
  useEffect(() => {
    if (behind && !chart.isFetching) ask(view);
  }, [behind, chart.isFetching, view]);
  return { input, chart, asked, behind };
}

/** What is being loaded, and what else the data store is doing meanwhile. */
function PendingProfile({ workspace, clock, view, shown }: UsageContext) {
  const jobs = useCall('jobs.list', { workspace });
  const busy = jobs.data?.find(({ state }) => state === 'running');
  return (
    <ChartPending
      label={`Loading ${shown.map(({ label }) => label).join(', ')}: ${formatSpan(clock, view.from, view.to)}`}
      behind={busy ? `The data store is busy with: ${[busy.title, busy.step].filter(Boolean).join(', ')}` : undefined}
    />
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

/** What the picture shows, for people who cannot see it. */
function chartWords(charts: readonly ChartSeries[]): string {
  return charts
    .map(({ count, gaps, resolution, t }) => {
      const holes = gaps.length === 0 ? 'no gaps' : formatCounted(gaps.length, 'gap');
      const drawn =
        resolution === 'm4' ? `, of which ${formatCount(t.length)} are drawn so that every peak is kept` : '';
      return `${formatCounted(count, 'reading')}${drawn}, ${holes}.`;
    })
    .join(' ');
}

let isReported = false;

/** Tells the main side once that the window shows data; that ends the measurement of the start. */
function useFirstChart(shown: boolean): void {
  useEffect(() => {
    if (!shown || isReported) return;
    isReported = true;
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
