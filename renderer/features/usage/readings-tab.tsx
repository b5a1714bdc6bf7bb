/** The data behind the chart: every reading of the shown span, as it is. */
import { Badge, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ReadingRow } from '#shared/contract/usage.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { call, useCall } from '../../api/index.ts';
import { formatLocalStamp, formatSpan } from '../../charts/local-clock.ts';
import { formatInterval, formatMoney, formatQuantity } from '../../ui/format.ts';
import type { TableColumn } from '../../ui/table/index.ts';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { QualityBadge } from './quality-badge.tsx';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

export function ReadingsTab(context: UsageContext) {
  const { workspace, main, clock, view } = context;
  const from = Math.round(view.from);
  const to = Math.round(view.to);
  const statistics = useCall('usage.statistics', { workspace, series: main.id, from, to });
  const columns = useMemo<TableColumn<ReadingRow>[]>(
    () => [
      {
        id: 'start',
        header: `Start (${clock.label})`,
        width: [14, 1],
        value: (row) => formatLocalStamp(clock, row.start),
      },
      { id: 'length', header: 'Length', width: [5, 0.3], align: 'end', value: (row) => formatInterval(row.duration) },
      {
        id: 'value',
        header: unitLabel(main.unit),
        width: [7, 0.5],
        align: 'end',
        value: (row) => row.value,
        render: (row) =>
          row.value === undefined ? <span className="ms-dim">no value</span> : formatQuantity(row.value),
      },
      {
        id: 'quality',
        header: 'Quality',
        width: [9, 0.5],
        value: (row) => row.quality,
        render: (row) => <QualityBadge quality={row.quality} code={row.qualityCode} />,
      },
      {
        id: 'cost',
        header: 'Cost',
        width: [6, 0.4],
        align: 'end',
        value: (row) => row.cost,
        render: (row) => (row.cost === undefined ? '' : formatMoney(row.cost, main.currency)),
      },
      { id: 'tou', header: 'TOU', width: [4, 0.2], align: 'end', value: (row) => row.tou },
      { id: 'tier', header: 'Tier', width: [4, 0.2], align: 'end', value: (row) => row.tier },
      { id: 'cpp', header: 'CPP', width: [4, 0.2], align: 'end', value: (row) => row.cpp },
      {
        id: 'raw',
        header: `As sent (${main.sourceUnit})`,
        width: [8, 0.5],
        align: 'end',
        value: (row) => row.rawValue,
      },
    ],
    [clock, main],
  );
  const numbers = statistics.data;
  return (
    <>
      <div className="ms-usage-toolbar">
        <Text c="dimmed" size="sm">
          {main.label}, {formatSpan(clock, from, to)}
        </Text>
        {numbers && numbers.estimated > 0 ? (
          <Badge color="yellow">{(numbers.estimated * 100).toFixed(1)} % estimated</Badge>
        ) : null}
        {numbers && numbers.coverage < 1 ? (
          <Badge color="yellow">{(numbers.coverage * 100).toFixed(1)} % of the expected readings are here</Badge>
        ) : null}
        <SeriesSelect {...context} />
      </div>
      <PagedTable
        noun="readings"
        columns={columns}
        queryKey={['usage.readings', { workspace, series: main.id, from, to }]}
        ask={(page) => call('usage.readings', { workspace, series: main.id, from, to, ...page })}
        empty="There are no readings in this span."
      />
    </>
  );
}
