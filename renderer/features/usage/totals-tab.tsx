/** Sums by day, month or year of the meter's clock, with what they cost and how complete they are. */
import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { unitLabel } from '#shared/espi/units.ts';
import type { Period } from '#shared/time/index.ts';
import { useCalls } from '../../api/index.ts';
import { addUnits, formatLocalDate, formatLocalTime } from '../../charts/local-clock.ts';
import { PeriodBars } from '../../charts/period-bars.tsx';
import { formatCount, formatMoney, formatQuantity, formatShare } from '../../ui/format.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { CoverageStrip } from '../meters/coverage-strip.tsx';
import { type PeriodRow, periodRows, periodsOf } from './period-rows.ts';
import { PictureMenu } from './picture-menu.tsx';
import { seriesColor } from './series-choice.ts';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

const choices: { value: Period; label: string }[] = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
];

/** A bar needs some pixels: days are shown for about two months around the view. */
const daysShown = 62;

export function TotalsTab(context: UsageContext) {
  const { workspace, all, shown, main, clock, extent, view, show, search, onSearch } = context;
  const [period, setPeriod] = useState<Period>('month');
  const picture = useRef<HTMLDivElement>(null);
  // Only what is measured in one unit can stand in one picture.
  const series = shown.filter(({ unit }) => unit === main.unit);
  const span = useMemo(() => {
    if (period !== 'day') return extent;
    const to = Math.min(Math.max(view.to, extent.from + 86_400), extent.to);
    return { from: Math.max(extent.from, addUnits(clock, to, 'day', -daysShown)), to };
  }, [period, extent.from, extent.to, view.to, clock, extent]);
  const { periods, bounds } = useMemo(() => periodsOf(clock, span, period), [clock, span, period]);
  const answers = useCalls(
    'usage.totals',
    series.map(({ id }) => ({ workspace, series: id, bounds })),
  );
  const failed = answers.find(({ error }) => error)?.error;
  const rows = answers.map(({ data }) => (data ? periodRows(periods, data) : undefined));
  const mainRows = rows[0];
  const columns = useMemo(() => totalColumns(context), [context]);
  if (failed)
    return <FailureState error={failed} onRetry={() => void Promise.all(answers.map((one) => one.refetch()))} />;
  const open = (row: PeriodRow | undefined) => {
    if (!row) return;
    show({ from: row.start, to: row.end });
    onSearch({ ...search, tab: 'profile', from: row.start, to: row.end }, false);
  };
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={choices}
          value={period}
          onChange={(value) => setPeriod(value as Period)} // one of the values above
        />
        <Text size="sm" c="dimmed">
          Periods of the meter’s clock ({clock.label}). Hatched: incomplete, so its total lacks what is missing.
        </Text>
        <SeriesSelect {...context} />
        <PictureMenu context={context} chart={picture} title={`Totals by ${period}`} span={span} />
      </div>
      <div className="ms-panel ms-usage-chart" ref={picture}>
        {mainRows ? (
          <PeriodBars
            unit={main.unit}
            sets={series.map(({ id, label }) => ({ id, label, color: seriesColor(all, id) }))}
            bars={periods.map(({ label }, index) => ({
              label,
              values: Object.fromEntries(
                series.map(({ id }, at) => {
                  const row = rows[at]?.[index];
                  return [id, row ? { total: row.total ?? row.mean, coverage: row.coverage } : undefined];
                }),
              ),
            }))}
            description={`Totals by ${period}: ${series.map(({ label }) => label).join(', ')}. The table below has the same numbers.`}
            onOpen={(index) => open(mainRows[index])}
          />
        ) : (
          <LoadingState label="Summing up" />
        )}
      </div>
      <DataTable
        id="totals"
        noun="periods"
        columns={columns}
        rows={mainRows}
        rowId={({ start }) => String(start)}
        onOpen={open}
        empty={<Text p="md">There is nothing to sum up.</Text>}
      />
    </>
  );
}

function totalColumns({ main, clock }: UsageContext): TableColumn<PeriodRow>[] {
  const measured = (value: number | undefined) => (value === undefined ? 'no data' : formatQuantity(value));
  return [
    { id: 'period', header: 'Period', width: [8, 1], value: (row) => row.label },
    {
      id: 'total',
      header: main.behaviour === 'sample' ? `Mean, ${unitLabel(main.unit)}` : `Total, ${unitLabel(main.unit)}`,
      width: [7, 0.6],
      align: 'end',
      value: (row) => row.total ?? row.mean,
      render: (row) => measured(row.total ?? row.mean),
    },
    {
      id: 'cost',
      header: 'Cost',
      width: [6, 0.5],
      align: 'end',
      value: (row) => row.cost,
      render: (row) => (row.cost === undefined ? '' : formatMoney(row.cost, main.currency)),
    },
    {
      id: 'peak',
      header: `Peak, ${unitLabel(main.unit)}`,
      width: [6, 0.5],
      align: 'end',
      value: (row) => row.peak,
      render: (row) => (row.peak === undefined ? '' : formatQuantity(row.peak)),
    },
    {
      id: 'peakAt',
      header: 'Peak at',
      width: [11, 0.8],
      value: (row) => row.peakAt,
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
    {
      id: 'count',
      header: 'Readings',
      width: [5.5, 0.3],
      align: 'end',
      value: (row) => row.count,
      render: (row) => formatCount(row.count),
    },
    {
      id: 'estimated',
      header: 'Estimated',
      width: [6, 0.3],
      align: 'end',
      value: (row) => row.estimated,
      render: (row) => formatShare(row.estimated),
    },
    {
      id: 'coverage',
      header: 'Coverage',
      width: [9, 0.7],
      value: (row) => row.coverage,
      render: (row) => <CoverageStrip coverage={row.coverage} estimated={row.estimated} />,
    },
  ];
}
