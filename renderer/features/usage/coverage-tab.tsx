/** What there is, what is missing, what is estimated: month by month, and every gap by name. */
import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import { formatLocalStamp } from '../../charts/local-clock.ts';
import { formatCount, formatCounted, formatDuration, formatShare } from '../../ui/format.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { BeingCollected } from '../coverage/being-collected.tsx';
import { type MonthCell, MonthGrid } from '../coverage/month-grid.tsx';
import { useCollecting } from '../coverage/use-collecting.ts';
import { type PeriodRow, periodRows, periodsOf } from './period-rows.ts';
import { QualityBadge } from './quality-badge.tsx';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

interface Gap {
  from: number;
  to: number;
}

export function CoverageTab(context: UsageContext) {
  const { workspace, point, main, clock, extent, show, search, onSearch } = context;
  const collecting = useCollecting(workspace);
  const { periods, bounds } = useMemo(() => periodsOf(clock, extent, 'month'), [clock, extent]);
  const totals = useCall('usage.totals', { workspace, series: main.id, bounds });
  // The chart answers every hole of its span, whatever its width.
  const chart = useCall('usage.chart', { workspace, series: [main.id], width: 10, ...extent });
  const gaps = useMemo<Gap[] | undefined>(
    () => chart.data?.[0]?.gaps.map(([from, to]) => ({ from, to })),
    [chart.data],
  );
  const columns = useMemo<TableColumn<Gap>[]>(
    () => [
      {
        id: 'from',
        header: 'Nothing from',
        width: [13, 1],
        value: (gap) => gap.from,
        render: (gap) => formatLocalStamp(clock, gap.from),
      },
      {
        id: 'to',
        header: 'until',
        width: [13, 1],
        value: (gap) => gap.to,
        render: (gap) => formatLocalStamp(clock, gap.to),
      },
      {
        id: 'length',
        header: 'Length',
        width: [8, 1],
        align: 'end',
        value: (gap) => gap.to - gap.from,
        render: (gap) => formatDuration((gap.to - gap.from) * 1000),
      },
      {
        id: 'readings',
        header: 'Readings missing',
        width: [8, 1],
        align: 'end',
        value: (gap) => (main.intervalLength > 0 ? Math.round((gap.to - gap.from) / main.intervalLength) : undefined),
      },
    ],
    [clock, main.intervalLength],
  );
  const rows = useMemo(() => (totals.data ? periodRows(periods, totals.data) : undefined), [periods, totals.data]);
  if (totals.error) return <FailureState error={totals.error} onRetry={() => void totals.refetch()} />;
  if (!rows) return <LoadingState label="Counting" />;
  const open = (from: number, to: number) => {
    show({ from, to });
    onSearch({ ...search, tab: 'profile', from, to }, false);
  };
  return (
    <>
      <div className="ms-usage-toolbar">
        <Text size="sm">
          {formatCounted(main.count, 'reading')}, {formatCounted(main.gaps, 'gap')},{' '}
          {formatCounted(main.duplicates, 'duplicate')} put aside
          {main.holes.taken === 'zeros' ? `, ${formatCounted(main.holes.holes, 'hole')} taken as zeros (implied)` : ''}
        </Text>
        {Object.entries(main.quality).map(([quality, count]) => (
          <Text key={quality} size="sm" component="span">
            <QualityBadge quality={quality as keyof typeof main.quality} /> {formatCount(count)}
          </Text>
        ))}
        <SeriesSelect {...context} />
      </div>
      <section className="ms-panel ms-usage-chart" aria-label="Coverage by month">
        <MonthGrid label="Coverage by month" cells={rows.map((row) => cellOf(row, () => open(row.start, row.end)))} />
        <BeingCollected workspace={workspace} collecting={collecting} meter={point.uid} />
      </section>
      <Title order={2}>Gaps</Title>
      <DataTable
        id="gaps"
        noun="gaps"
        columns={columns}
        rows={gaps}
        rowId={({ from }) => String(from)}
        error={chart.error}
        onOpen={({ from, to }) => open(from - 86_400, to + 86_400)}
        empty={
          <EmptyState title="No gaps">Every expected reading between the first and the last one is here.</EmptyState>
        }
      />
    </>
  );
}

function cellOf({ label, coverage, estimated }: PeriodRow, onOpen: () => void): MonthCell {
  const [year = 0, month = 1] = label.split('-').map(Number);
  return {
    month: year * 12 + month - 1,
    coverage,
    estimated: estimated * coverage,
    note: estimated > 0 ? `${formatShare(estimated)} est.` : undefined,
    title: `${formatShare(coverage)} there, ${formatShare(estimated)} estimated`,
    onOpen,
  };
}
