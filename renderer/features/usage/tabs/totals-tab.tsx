/** Sums by day, month or year of the meter's clock, with what they cost and how complete they are. */
import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Period } from '#shared/time/index.ts';
import { useCalls } from '../../../api/index.ts';
import { formatLocalDate, formatLocalTime, formatSpan } from '../../../charts/local-clock.ts';
import { FilledBars } from '../../../charts/period-bars.tsx';
import { Dim } from '../../../ui/dim.tsx';
import { currencyWords, formatCount, formatMoney, formatQuantity, formatShare, withUnit } from '../../../ui/format.ts';
import { FailureState, failureOf, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/index.ts';
import { scaleOfLargest } from '../../../ui/unit-scale.ts';
import { CoverageStrip } from '../../coverage/coverage-strip.tsx';
import { totalsIn } from '../in-unit.ts';
import { type PeriodRow, periodRows, periodsOf } from '../period-rows.ts';
import { PictureMenu } from '../picture-menu.tsx';
import { seriesColor } from '../series-choice.ts';
import { openProfile, type UsageContext } from '../usage-context.ts';
import { BarPager, useBarPager } from './bar-pager.tsx';
import { SeriesSelect } from './series-select.tsx';

const choices: { value: Period; label: string }[] = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
];

/** A bar needs some pixels: more than this are drawn in parts. */
const mostBars: Record<Period, number> = { hour: 48, day: 62, week: 160, month: 120, year: 100 };

export function TotalsTab(context: UsageContext) {
  const { all, main, clock, extent, view } = context;
  const [period, setPeriod] = useState<Period>('month');
  const picture = useRef<HTMLDivElement>(null);
  const { series, periods, rows, scale, failure } = useTotals(context, period);
  const mainRows = rows[0];
  const columns = useMemo(() => totalColumns(context, scale.unit), [context, scale.unit]);
  const pager = useBarPager(periods, mostBars[period], view.to);
  if (failure?.bare) return <FailureState {...failure} />;
  const open = (row: PeriodRow | undefined) => row && openProfile(context, { from: row.start, to: row.end });
  const bars = periods.slice(pager.first, pager.end).map(({ label }, place) => ({
    label,
    values: Object.fromEntries(
      series.map(({ id }, at) => {
        const row = rows[at]?.[pager.first + place];
        return [id, row ? { total: row.total ?? row.mean, coverage: row.coverage } : undefined];
      }),
    ),
  }));
  const sets = series.map(({ id, label, behaviour }) => ({
    id,
    label,
    color: seriesColor(all, id),
    counts: behaviour === 'register',
  }));
  const drawn = { from: periods[pager.first]?.start ?? extent.from, to: periods[pager.end - 1]?.end ?? extent.to };
  const cut = (periods[0]?.start ?? extent.from) > extent.from;
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      <div className="ms-panel ms-usage-chart ms-usage-fill" ref={picture}>
        <div className="ms-usage-toolbar">
          <SegmentedControl size="xs" aria-label="Period" data={choices} value={period} onChange={setPeriod} />
          {pager.pages > 1 ? <BarPager pager={pager} words={formatSpan(clock, drawn.from, drawn.to)} /> : null}
          <SeriesSelect {...context} />
          <PictureMenu
            context={context}
            chart={picture}
            title={`Totals by ${period}`}
            span={drawn}
            drawn={series.map((one) => ({ series: one, unit: scale.unit }))}
          />
        </div>
        {mainRows ? (
          <FilledBars
            least={200}
            unit={scale.unit}
            sets={sets}
            bars={bars}
            description={`Totals by ${period}: ${series.map(({ label }) => label).join(', ')}. The table below has the same numbers.`}
            onOpen={(index) => open(mainRows[pager.first + index])}
          />
        ) : (
          <LoadingState label="Adding up the readings" />
        )}
      </div>
      <Dim>
        {series.length > 1 ? `The table is of ${main.label}. ` : ''}
        {`Periods follow the meter’s clock (${clock.label}).`}
        {cut
          ? ` Only the newest ${formatCount(periods.length)} ${period}s are listed; choose a longer period for the rest.`
          : ''}
      </Dim>
      <DataTable
        id="totals"
        noun="periods"
        columns={columns}
        rows={mainRows}
        rowId={({ start }) => String(start)}
        onOpen={open}
        empty={<Text p="md">There are no readings to add up.</Text>}
      />
    </>
  );
}

/** The totals of the shown series by period, all on one scale; `rows` in the order of `series`. */
function useTotals({ workspace, shown, main, clock, extent }: UsageContext, period: Period) {
  // Only what is measured in one unit can stand in one chart.
  const series = shown.filter(({ unit }) => unit === main.unit);
  const { periods, bounds } = useMemo(
    () => periodsOf(clock, { from: extent.from, to: extent.to }, period),
    [clock, extent.from, extent.to, period],
  );
  const answers = useCalls(
    'usage.totals',
    series.map(({ id }) => ({ workspace, series: id, bounds })),
  );
  const failure = failureOf(answers);
  // One scale for the bars, and for the table of one of them.
  const scale = scaleOfLargest(
    main.unit,
    answers.flatMap(({ data }) => data?.[main.behaviour === 'sample' ? 'peak' : 'total'] ?? []),
  );
  const rows = answers.map(({ data }) => (data ? periodRows(periods, totalsIn(scale, data)) : undefined));
  return { series, periods, rows, scale, failure };
}

function totalColumns({ main, clock }: UsageContext, unit: string): TableColumn<PeriodRow>[] {
  const sampled = main.behaviour === 'sample';
  const measured = (value: number | undefined) => (value === undefined ? 'no data' : formatQuantity(value));
  return [
    { id: 'period', header: 'Period', width: [8, 1], value: (row) => row.label },
    {
      id: 'total',
      header: withUnit(sampled ? 'Mean' : 'Total', unit),
      width: [7, 0.6],
      value: (row) => row.total ?? row.mean,
      align: 'end',
      render: (row) => measured(row.total ?? row.mean),
    },
    sampled
      ? {
          id: 'least',
          header: withUnit('Minimum', unit),
          width: [6, 0.5],
          value: (row) => row.least,
          format: formatQuantity,
        }
      : {
          id: 'cost',
          header: `Cost, ${currencyWords(main.currency)}`,
          width: [6, 0.5],
          value: (row) => row.cost,
          format: (value) => formatMoney(value, main.currency),
        },
    {
      id: 'peak',
      header: withUnit(sampled ? 'Maximum' : 'Peak', unit),
      width: [6, 0.5],
      value: (row) => row.peak,
      format: formatQuantity,
    },
    {
      id: 'peakAt',
      header: sampled ? 'Maximum at' : 'Peak at',
      width: [11, 0.8],
      value: (row) => row.peakAt,
      instant: 'seconds',
      render: (row) =>
        row.peakAt === undefined ? '' : `${formatLocalDate(clock, row.peakAt)}, ${formatLocalTime(clock, row.peakAt)}`,
    },
    {
      id: 'hours',
      header: 'Hours',
      width: [4.5, 0.2],
      align: 'end',
      value: (row) => (row.end - row.start) / 3600,
    },
    { id: 'count', header: 'Readings', width: [5.5, 0.3], value: (row) => row.count, format: formatCount },
    { id: 'estimated', header: 'Estimated', width: [6, 0.3], value: (row) => row.estimated, format: formatShare },
    {
      id: 'coverage',
      header: 'Coverage',
      width: [9, 0.7],
      value: (row) => row.coverage,
      render: (row) => <CoverageStrip coverage={row.coverage} estimated={row.estimated} />,
      text: (row) => formatShare(row.coverage),
    },
  ];
}
