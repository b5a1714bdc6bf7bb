/** What there is, what is missing, what is estimated: month by month, and every gap by name. */
import './coverage.css';
import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import { formatLocalStamp, monthName } from '../../charts/local-clock.ts';
import { formatCount, formatDuration, formatShare } from '../../ui/format.ts';
import { groupBy } from '../../ui/group.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { type PeriodRow, periodRows, periodsOf } from './period-rows.ts';
import { QualityBadge } from './quality-badge.tsx';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

interface Gap {
  from: number;
  to: number;
}

export function CoverageTab(context: UsageContext) {
  const { workspace, main, clock, extent, show, search, onSearch } = context;
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
          {formatCount(main.count)} readings, {formatCount(main.gaps)} gaps, {formatCount(main.duplicates)} duplicates
          put aside
          {main.holes.taken === 'zeros' ? `, ${formatCount(main.holes.holes)} holes taken as zeros (implied)` : ''}
        </Text>
        {Object.entries(main.quality).map(([quality, count]) => (
          <Text key={quality} size="sm" component="span">
            <QualityBadge quality={quality as keyof typeof main.quality} /> {formatCount(count)}
          </Text>
        ))}
        <SeriesSelect {...context} />
      </div>
      <section className="ms-panel ms-usage-chart" aria-label="Coverage by month">
        <Months rows={rows} onOpen={(row) => open(row.start, row.end)} />
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

/** A row a year, a cell a month. */
function Months({ rows, onOpen }: { rows: readonly PeriodRow[]; onOpen: (row: PeriodRow) => void }) {
  const years = groupBy(rows, ({ label }) => label.slice(0, 4));
  return (
    <table className="ms-months">
      <thead>
        <tr>
          <th scope="col">Year</th>
          {Array.from({ length: 12 }, (_, index) => (
            <th key={monthName(index + 1)} scope="col">
              {monthName(index + 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...years].map(([year, months]) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {Array.from({ length: 12 }, (_, index) => {
              const row = months.find(({ label }) => Number(label.slice(5, 7)) === index + 1);
              return (
                <td key={monthName(index + 1)}>
                  {row ? (
                    <button
                      type="button"
                      style={
                        { '--share': row.coverage, '--guessed': row.estimated * row.coverage } as React.CSSProperties
                      }
                      title={`${formatShare(row.coverage)} there, ${formatShare(row.estimated)} estimated`}
                      onClick={() => onOpen(row)}
                    >
                      {formatShare(row.coverage)}
                      {row.estimated > 0 ? <small>{formatShare(row.estimated)} est.</small> : null}
                    </button>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
