/** One meter: who and where, and its usage in several pictures over one span of time. */
import './usage.css';
import { Badge, Tabs, Text, Tooltip } from '@mantine/core';
import { IconBolt, IconClock, IconFileText } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { tariffName } from '#shared/espi/tariff.ts';
import { useCall } from '../../api/index.ts';
import { clockOf } from '../../charts/local-clock.ts';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { meterName, twinWords } from '../../ui/meter-name.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { writePreference } from '../../ui/preferences.ts';
import { rememberRecent } from '../../ui/recents.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { EventsLink } from '../events/events-link.tsx';
import { ExportButton } from '../export/export-dialog.tsx';
import type { ExportScope } from '../export/export-form.tsx';
import { MarkButton } from '../groups/mark-dialog.tsx';
import { TagChips } from '../groups/tag-chips.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { CollectButton } from '../support/collect-button.tsx';
import { DecisionsButton } from './decisions.tsx';
import { MeterAsQuery } from './meter-as-query.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';
import { ReportLink } from './report/report-link.tsx';
import { extentOf, firstSpan, mainSeries, scalesOf, shownSeries } from './series-choice.ts';
import type { UsageSearch, UsageTab } from './usage-address.ts';
import type { UsageContext } from './usage-context.ts';
import { useView } from './use-view.ts';
import { zoneWords } from './zone-words.ts';

interface UsageScreenProps {
  workspace: string;
  usagePoint: string;
  search: UsageSearch;
  onSearch: (next: UsageSearch, replace: boolean) => void;
}

export function UsageScreen(props: UsageScreenProps) {
  const { workspace, usagePoint } = props;
  const point = useCall('usagePoints.get', { workspace, id: usagePoint });
  const series = useCall('series.list', { workspace, usagePoint });
  const opened = point.data?.id;
  useEffect(() => {
    if (opened === undefined) return;
    writePreference(`meter.${workspace}`, opened);
    rememberRecent(workspace, { kind: 'meter', id: opened });
  }, [opened, workspace]);
  const failure = failureOf([point, series]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!point.data || !series.data) return <LoadingState label="Opening the meter" />;
  return (
    <Screen
      title={meterName(point.data)}
      crumbs={crumbsOf(workspace, point.data)}
      facts={<Facts point={point.data} />}
      actions={
        <>
          <DecisionsButton workspace={workspace} point={point.data} series={series.data ?? []} />
          <MarkButton workspace={workspace} kind="meter" ids={[point.data.id]} />
          <EventsLink workspace={workspace} object={point.data.uid} />
          <CollectButton workspace={workspace} meters={[point.data.uid]} />
          {mainSeries(series.data) ? (
            <>
              <MeterAsQuery {...props} point={point.data} series={series.data} />
              <ReportLink workspace={workspace} usagePoint={point.data.id} search={props.search} />
            </>
          ) : null}
          <ExportButton workspace={workspace} scopes={exportScopes(point.data, series.data, props.search)} />
        </>
      }
      compact
    >
      {failure ? <RefreshFailure {...failure} /> : null}
      {mainSeries(series.data) ? (
        <UsageTabs {...props} point={point.data} series={series.data} />
      ) : (
        <WithoutReadings {...props} point={point.data} series={series.data} />
      )}
    </Screen>
  );
}

/** Its bills can be here before its readings, or without any. */
function WithoutReadings({ point, series, ...props }: UsageScreenProps & { point: Point; series: SeriesRow[] }) {
  const clock = useMemo(() => clockOf(point.localTime), [point.localTime]);
  return (
    <>
      <EmptyState
        icon={IconBolt}
        title="This meter has no readings yet"
        action={
          <SyncButton
            workspace={props.workspace}
            {...(point.authorization ? { authorization: point.authorization } : {})}
          />
        }
      >
        The meter is known, but none of its interval blocks has been fetched. Readings appear here as soon as they
        arrive.
      </EmptyState>
      {point.bills > 0 ? (
        <Suspense fallback={<LoadingState label="Opening the bills" />}>
          <BillsTab {...props} point={point} clock={clock} all={series} show={noChart} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Without readings no span can be shown, and nothing offers to. */
const noChart = () => undefined;

type Point = CallOutput<'usagePoints.get'>;

function exportScopes(point: Point, all: readonly SeriesRow[], { from, to, series }: UsageSearch): ExportScope[] {
  const span = from === undefined || to === undefined ? undefined : { from, to };
  return [
    ...(span
      ? [
          {
            id: 'view',
            label: 'This meter, the span shown',
            selection: { usagePoints: [point.id], ...span, ...(series ? { series } : {}) },
          },
        ]
      : []),
    {
      id: 'meter',
      label: 'This meter',
      selection: { usagePoints: [point.id] },
      series: all.map(({ id, label }) => ({ id, label })),
    },
    ...(point.authorization
      ? [
          {
            id: 'authorization',
            label: 'All meters of this authorization',
            selection: { authorization: point.authorization },
          },
        ]
      : []),
    { id: 'workspace', label: 'The whole workspace', selection: undefined },
  ];
}

function crumbsOf(workspace: string, point: Point) {
  return [
    point.authorization ? (
      <AnchorLink
        key="authorization"
        inherit
        to="/w/$workspace/authorizations/$authorization"
        params={{ workspace, authorization: point.authorization }}
      >
        {point.customerName ?? 'Authorization'}
      </AnchorLink>
    ) : (
      <AnchorLink key="meters" inherit to="/w/$workspace/meters" params={{ workspace }}>
        Meters
      </AnchorLink>
    ),
  ];
}

function Facts({ point }: { point: Point }) {
  const { localTime } = point;
  const assumed = localTime.source === 'assumed';
  const tariff = tariffName(point.tariff);
  const twin = twinWords(point);
  const name = useMemo(() => zoneWords(localTime, clockOf(localTime)), [localTime]);
  const reason =
    localTime.warning ??
    (assumed
      ? 'The meter sends no usable LocalTimeParameters, so the workspace’s zone is used.'
      : localTime.inferred
        ? 'From the file’s only LocalTimeParameters, which no link ties to this meter.'
        : 'All times are the meter’s own, never the computer’s.');
  return (
    <>
      {point.serviceKind ? <Badge color="gray">{point.serviceKind.label}</Badge> : null}
      {tariff ? <Badge color="gray">{tariff}</Badge> : null}
      {point.file ? (
        <Badge
          color="gray"
          leftSection={<IconFileText size={12} aria-hidden />}
          title="The file that this meter is from"
        >
          {point.file}
        </Badge>
      ) : null}
      {twin ? <Badge color="yellow">{twin}</Badge> : null}
      <Tooltip multiline maw={420} label={`${localTime.label}. ${reason}`}>
        <Badge
          color={assumed ? 'yellow' : 'petrol'}
          leftSection={<IconClock size={12} aria-hidden />}
          tabIndex={0}
          data-testid="zone"
          data-zone-source={localTime.source}
        >
          {name}
        </Badge>
      </Tooltip>
      <TagChips tags={point.tags} note={point.note} />
      {point.address ? (
        <Text size="xs" c="dimmed" truncate flex="1 1 0" miw={0} title={point.address}>
          {point.address}
        </Text>
      ) : null}
    </>
  );
}

// The first screen is the load profile; the others come when they are looked at.
const BillsTab = lazyScreen(() => import('./bills/bills-tab.tsx'), 'BillsTab');
const BlocksTab = lazyScreen(() => import('./tabs/blocks-tab.tsx'), 'BlocksTab');
const CompareTab = lazyScreen(() => import('./tabs/compare-tab.tsx'), 'CompareTab');
const CoverageTab = lazyScreen(() => import('./tabs/coverage-tab.tsx'), 'CoverageTab');
const HeatMapTab = lazyScreen(() => import('./tabs/heat-map-tab.tsx'), 'HeatMapTab');
const PatternsTab = lazyScreen(() => import('./tabs/patterns-tab.tsx'), 'PatternsTab');
const QualityTab = lazyScreen(() => import('./tabs/quality-tab.tsx'), 'QualityTab');
const ReadingsTab = lazyScreen(() => import('./tabs/readings-tab.tsx'), 'ReadingsTab');
const TotalsTab = lazyScreen(() => import('./tabs/totals-tab.tsx'), 'TotalsTab');

/** The pictures of a meter, the most used first. To add one: a name in usage-address.ts, a line here, a key in keymap.ts. */
const tabs: { id: UsageTab; label: string; content: (context: UsageContext) => ReactNode }[] = [
  { id: 'profile', label: 'Load profile', content: (context) => <ProfileTab {...context} /> },
  { id: 'totals', label: 'Totals', content: (context) => <TotalsTab {...context} /> },
  { id: 'bills', label: 'Bills', content: (context) => <BillsTab {...context} /> },
  { id: 'heat-map', label: 'Heat map', content: (context) => <HeatMapTab {...context} /> },
  { id: 'compare', label: 'Compare', content: (context) => <CompareTab {...context} /> },
  { id: 'patterns', label: 'Patterns', content: (context) => <PatternsTab {...context} /> },
  { id: 'coverage', label: 'Coverage', content: (context) => <CoverageTab {...context} /> },
  { id: 'readings', label: 'Readings', content: (context) => <ReadingsTab {...context} /> },
  { id: 'blocks', label: 'Blocks', content: (context) => <BlocksTab {...context} /> },
  { id: 'quality', label: 'Power quality', content: (context) => <QualityTab {...context} /> },
];

function UsageTabs({
  workspace,
  search,
  onSearch,
  point,
  series: all,
}: UsageScreenProps & { point: Point; series: SeriesRow[] }) {
  const clock = useMemo(() => clockOf(point.localTime), [point.localTime]);
  const shown = useMemo(() => shownSeries(all, search.series), [all, search.series]);
  const main = shown[0] ?? all[0];
  const extent = extentOf(shown) ?? { from: 0, to: 1 };
  const [view, show] = useView(search, onSearch, firstSpan(clock, extent, main?.step ?? 0));
  const scaleOf = useMemo(() => scalesOf(shown), [shown]);
  const tab = search.tab ?? 'profile';
  const open = (next: UsageTab) => {
    const { block: _, ...rest } = search;
    onSearch({ ...rest, tab: next, from: view.from, to: view.to }, false);
  };

  useShortcuts(Object.fromEntries(tabs.map(({ id }) => [`tab.${id}`, () => open(id)])));
  usePaletteActions(
    tabs.map(({ id, label }) => ({
      id: `tab-${id}`,
      label,
      group: 'This meter',
      shortcut: `tab.${id}`,
      run: () => open(id),
    })),
  );
  if (!main) return null;
  const context: UsageContext = {
    workspace,
    point,
    clock,
    all,
    shown,
    main,
    extent,
    view,
    show,
    scaleOf,
    search,
    onSearch,
  };
  return (
    <Tabs
      value={tab}
      onChange={(value) => open((value ?? 'profile') as UsageTab)}
      keepMounted={false}
      className="ms-tabs ms-usage-tabs"
    >
      {/* values come from the table of tabs above */}
      <Tabs.List>
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
            {id === 'bills' && point.bills > 0 ? ` (${point.bills})` : ''}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {id === tab ? (
            <Suspense fallback={<LoadingState label="Opening the chart" />}>{content(context)}</Suspense>
          ) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
