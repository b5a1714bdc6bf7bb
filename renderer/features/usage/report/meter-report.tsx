/** The page of a meter as a report: who and where, key figures, load profile and totals of one period, with how sure they are. */
import '../usage.css';
import { useMemo } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { tariffName } from '#shared/espi/tariff.ts';
import { useCall, useCalls } from '../../../api/index.ts';
import type { ProfilePane } from '../../../charts/load-profile.tsx';
import { clockOf, formatLocalDate, formatLocalTime, formatOffset, formatSpan } from '../../../charts/local-clock.ts';
import { Pane } from '../../../charts/pane.tsx';
import { unitWords, withUnit } from '../../../ui/format.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { meterName, twinWords } from '../../../ui/meter-name.ts';
import { Report, type ReportFact, ReportFacts, ReportTable } from '../../../ui/report/report.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { statisticsIn, totalsIn } from '../in-unit.ts';
import { periodRows, periodsWithin } from '../period-rows.ts';
import { panesOf } from '../profile/panes.ts';
import { ProfileLegend } from '../profile/profile-legend.tsx';
import { StatisticCells } from '../profile/statistics.tsx';
import { extentOf, firstSpan, mainSeries, scalesOf, shownSeries } from '../series-choice.ts';
import { spanOf, type UsageSearch } from '../usage-address.ts';
import type { UsageContext } from '../usage-context.ts';
import { zoneWords } from '../zone-words.ts';
import { coverageNote, periodTable, reportCsv, reportPeriod, sourceLines } from './report-rows.ts';

interface MeterReportProps {
  workspace: string;
  usagePoint: string;
  /** As of the meter's page: the series and the span that are reported. */
  search: UsageSearch;
}

type Point = CallOutput<'usagePoints.get'>;

export function MeterReport({ workspace, usagePoint, search }: MeterReportProps) {
  const point = useCall('usagePoints.get', { workspace, id: usagePoint });
  const series = useCall('series.list', { workspace, usagePoint });
  const failure = failureOf([point, series]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!point.data || !series.data) return <LoadingState label="Opening the meter" />;
  const main = mainSeries(series.data);
  if (!main) return <EmptyState title="This meter has no readings to report" />;
  return <ReadingsReport workspace={workspace} search={search} point={point.data} all={series.data} first={main} />;
}

interface ReadingsReportProps {
  workspace: string;
  search: UsageSearch;
  point: Point;
  all: SeriesRow[];
  first: SeriesRow;
}

function ReadingsReport(props: ReadingsReportProps) {
  const { workspace, point, search } = props;
  const context = useReportContext(props);
  const { clock, view, shown } = context;
  const { series, blocks, panes, failure } = useReported(context);
  if (failure?.bare) return <FailureState {...failure} title="The readings could not be loaded" />;
  const name = meterName(point);
  const sources = blocks ? sourceLines(blocks) : [];
  const notes = series?.map((one) => coverageNote(clock, view, one)) ?? [];
  return (
    <Report
      title={name}
      fileName={`meter-${point.meterNumber ?? point.uid}-report`}
      workspace={workspace}
      crumbs={[
        <AnchorLink
          key="meter"
          inherit
          to="/w/$workspace/meters/$usagePoint"
          params={{ workspace, usagePoint: point.id }}
          search={search}
        >
          {name}
        </AnchorLink>,
      ]}
      head={headOf(context)}
      foot={[
        ['Coverage', notes],
        ['Sources', sources],
      ]}
      csv={series && blocks && panes ? reportCsv(clock, view, series) : undefined}
    >
      {failure ? <RefreshFailure {...failure} /> : null}
      <ReportFacts facts={meterFacts(point)} />
      {series && panes ? (
        <>
          <h3>Load profile</h3>
          <ProfileLegend {...context} panes={panes} />
          <Profile {...context} panes={panes} />
          {series.map((one, index) => (
            <section key={one.row.id} aria-label={one.row.label}>
              <h3>{one.row.label}</h3>
              <div className="ms-report-figures ms-stats">
                <StatisticCells
                  row={one.row}
                  scale={context.scaleOf(one.row)}
                  answer={one.answer}
                  place={{ clock, span: view }}
                  when={(at) => `${formatLocalDate(clock, at)}, ${formatLocalTime(clock, at)}`}
                />
              </div>
              <ReportTable label={`Periods of ${shown[index]?.label ?? ''}`} {...periodTable(clock, one)} />
            </section>
          ))}
        </>
      ) : (
        <LoadingState label="Adding up the readings" />
      )}
    </Report>
  );
}

/** Nothing in a report can be moved. */
const still = () => undefined;

function useReportContext({ workspace, point, all, search, first }: ReadingsReportProps): UsageContext {
  return useMemo(() => {
    const clock = clockOf(point.localTime);
    const shown = shownSeries(all, search.series);
    const main = shown[0] ?? first;
    const extent = extentOf(shown) ?? { from: 0, to: 1 };
    const view = spanOf(search) ?? firstSpan(clock, extent, main.step);
    const scaleOf = scalesOf(shown);
    return { workspace, point, clock, all, shown, main, extent, view, show: still, scaleOf, search, onSearch: still };
  }, [workspace, point, all, search, first]);
}

/** All that is reported; each part is undefined until it is here for every series. */
function useReported(context: UsageContext) {
  const { workspace, clock, shown, view, scaleOf, search } = context;
  const span = { from: Math.round(view.from), to: Math.round(view.to) };
  const of = shown.map(({ id }) => ({ workspace, series: id, ...span }));
  const { periods, bounds } = useMemo(() => periodsWithin(clock, view, reportPeriod(view)), [clock, view]);
  const statistics = useCalls('usage.statistics', of);
  const totals = useCalls(
    'usage.totals',
    shown.map(({ id }) => ({ workspace, series: id, bounds })),
  );
  const blocks = useCalls(
    'usage.blocks',
    of.map((one) => ({ ...one, limit: 500 })),
  );
  const ids = shown.map(({ id }) => id);
  const chart = useCall('usage.chart', { workspace, series: ids, width: Math.floor(500 / ids.length), ...span });
  const failure = failureOf([...statistics, ...totals, ...blocks, chart]);
  const series = shown.flatMap((row, index) => {
    const [answer, sums] = [statistics[index]?.data, totals[index]?.data];
    const scale = scaleOf(row);
    if (!answer || !sums) return [];
    const rows = periodRows(periods, totalsIn(scale, sums));
    return [{ row, unit: scale.unit, answer, numbers: statisticsIn(scale, answer), periods: rows }];
  });
  const known = blocks.flatMap(({ data }) => data ?? []);
  return {
    failure,
    series: series.length === shown.length ? series : undefined,
    blocks: known.length === shown.length ? known : undefined,
    panes:
      chart.data && panesOf(chart.data, context, search.measure ?? 'amount', search.cost === true, () => undefined),
  };
}

/** What stands below the title of each page. */
function headOf({ point, clock, view }: UsageContext): ReportFact[] {
  const { localTime } = point;
  const offset = formatOffset(clock.offsetAt(Math.round(view.from)));
  return [
    ['Period', [formatSpan(clock, Math.round(view.from), Math.round(view.to))]],
    [
      'Time zone',
      [
        `${zoneWords(localTime, clock)}: ${clock.label}, ${offset} at the start of the period`,
        ...(localTime.warning ? [localTime.warning] : []),
      ],
    ],
  ];
}

/** Who and where, on the first page; what is not known is left out. */
function meterFacts(point: Point): ReportFact[] {
  const facts: [string, string | undefined][] = [
    ['Customer', point.customerName],
    ['Address', point.address],
    ['Service', point.serviceKind?.label],
    ['Tariff', tariffName(point.tariff)],
    ['File', point.file],
    ['Id', point.uid],
    ['Note', twinWords(point)],
  ];
  return facts.flatMap(([label, value]): ReportFact[] => (value ? [[label, [value]]] : []));
}

/** Of a pane of the profile, px. */
const [WIDTH, HEIGHT] = [672, 190];

function Profile({ panes, view, clock, shown }: UsageContext & { panes: readonly ProfilePane[] }) {
  return (
    <figure role="img" aria-label={`Load profile of ${shown.map(({ label }) => label).join(', ')}`}>
      {panes.map((pane, index) => (
        <Pane
          key={`${pane.title ?? ''}${pane.unit}`}
          width={WIDTH}
          height={HEIGHT}
          view={view}
          clock={clock}
          label={pane.title ? withUnit(pane.title, pane.unit) : unitWords(pane.unit)}
          series={pane.series}
          withTimeAxis={index === panes.length - 1}
        />
      ))}
    </figure>
  );
}
