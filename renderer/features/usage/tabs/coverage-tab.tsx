/** What is here, missing and estimated: month by month, and every gap by itself. */
import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { SeriesRow } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatLocalStamp } from '../../../charts/local-clock.ts';
import type { Span } from '../../../charts/viewport.ts';
import { formatCount, formatCounted, formatDuration, formatShare } from '../../../ui/format.ts';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/index.ts';
import { BeingCollected } from '../../coverage/being-collected.tsx';
import { coverageMeaning, coveredSpanWords } from '../../coverage/coverage-words.ts';
import { type MonthCell, MonthGrid } from '../../coverage/month-grid.tsx';
import { useCollecting } from '../../coverage/use-collecting.ts';
import { type PeriodRow, periodRows, periodsOf } from '../period-rows.ts';
import { QualityBadge } from '../quality-badge.tsx';
import { openProfile, type UsageContext } from '../usage-context.ts';
import { SeriesSelect } from './series-select.tsx';

export function CoverageTab(context: UsageContext) {
  const { workspace, point, main, clock, extent } = context;
  const collecting = useCollecting(workspace);
  const { periods, bounds } = useMemo(() => periodsOf(clock, extent, 'month'), [clock, extent]);
  const totals = useCall('usage.totals', { workspace, series: main.id, bounds });
  // The chart answers every hole of its span, whatever its width.
  const chart = useCall('usage.chart', { workspace, series: [main.id], width: 10, ...extent });
  const gaps = useMemo<Span[] | undefined>(
    () => chart.data?.[0]?.gaps.map(([from, to]) => ({ from, to })),
    [chart.data],
  );
  const columns = useMemo(() => gapColumns(clock, main), [clock, main]);
  const rows = useMemo(() => (totals.data ? periodRows(periods, totals.data) : undefined), [periods, totals.data]);
  const failure = failureOf([totals]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!rows) return <LoadingState label="Counting the readings" />;
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      <CoverageLine {...context} months={rows} />
      <section className="ms-panel ms-usage-chart" aria-label="Coverage by month">
        <MonthGrid
          label="Coverage by month"
          cells={rows.map((row) => cellOf(row, () => openProfile(context, { from: row.start, to: row.end })))}
        />
        <BeingCollected workspace={workspace} collecting={collecting} meter={point.uid} />
      </section>
      <Title order={2}>Gaps</Title>
      <DataTable
        id="gaps"
        noun="gaps"
        columns={columns}
        rows={gaps}
        rowId={({ from }) => String(from)}
        query={chart}
        onOpen={({ from, to }) => openProfile(context, { from: from - 86_400, to: to + 86_400 })}
        empty={<EmptyState title="No gaps">No reading is missing between the first one and the last one.</EmptyState>}
      />
    </>
  );
}

/** How much there is of all, of what quality, and which series it is about. */
function CoverageLine({ months, ...context }: UsageContext & { months: readonly PeriodRow[] }) {
  const { main, clock, extent } = context;
  return (
    <div className="ms-usage-toolbar">
      <Text size="sm" title={coverageMeaning} data-testid="coverage">
        {formatShare(coverageWithin(months, extent))} {coveredSpanWords(clock, extent, undefined)}
      </Text>
      <Text size="sm">
        {formatCounted(main.count, 'reading')}, {formatCounted(main.gaps, 'gap')}
        {main.duplicates > 0 ? `, ${formatCounted(main.duplicates, 'duplicate')} left out` : ''}
        {main.holes.taken === 'zeros' ? `, ${formatCounted(main.holes.holes, 'gap')} read as zeros (implied)` : ''}
      </Text>
      {Object.entries(main.quality).map(([quality, count]) => (
        <Text key={quality} size="sm" component="span">
          <QualityBadge quality={quality as keyof typeof main.quality} /> {formatCount(count)}
        </Text>
      ))}
      <SeriesSelect {...context} />
    </div>
  );
}

function gapColumns(clock: Clock, main: SeriesRow): TableColumn<Span>[] {
  return [
    {
      id: 'from',
      header: 'No data from',
      width: [13, 1],
      value: (gap) => gap.from,
      instant: 'seconds',
      render: (gap) => formatLocalStamp(clock, gap.from),
    },
    {
      id: 'to',
      header: 'Until',
      width: [13, 1],
      value: (gap) => gap.to,
      instant: 'seconds',
      render: (gap) => formatLocalStamp(clock, gap.to),
    },
    {
      id: 'length',
      header: 'Length',
      width: [8, 1],
      value: (gap) => gap.to - gap.from,
      format: (seconds) => formatDuration(seconds * 1000),
    },
    {
      id: 'readings',
      header: 'Readings missing',
      width: [8, 1],
      align: 'end',
      value: (gap) => missingReadings(main, gap.to - gap.from),
    },
  ];
}

/** Coverage of a span that its months reach beyond: nothing lies outside. */
function coverageWithin(months: readonly PeriodRow[], { from, to }: Span): number {
  return months.reduce((sum, { start, end, coverage }) => sum + Math.round(coverage * (end - start)), 0) / (to - from);
}

/** How many readings would fit into a gap (seconds); of months and irregular ones nobody knows. */
function missingReadings({ grid, step }: SeriesRow, gap: number): number | undefined {
  return step > 0 && grid !== 'month' && grid !== 'irregular' ? Math.round(gap / step) : undefined;
}

function cellOf({ label, coverage, estimated }: PeriodRow, onOpen: () => void): MonthCell {
  const [year = 0, month = 1] = label.split('-').map(Number);
  return {
    month: year * 12 + month - 1,
    coverage,
    estimated: estimated * coverage,
    note: estimated > 0 ? `${formatShare(estimated)} est.` : undefined,
    title: `${formatShare(coverage)} of the month covered, ${formatShare(estimated)} of that estimated`,
    onOpen,
  };
}
