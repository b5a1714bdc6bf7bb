/** The data behind the chart: every reading of the shown span, in any order, each with the way back to its source. */
import { Badge, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { QualityClass, ReadingOrder, ReadingRow, SeriesRow } from '#shared/contract/usage.ts';
import { routes } from '#shared/routes.ts';
import type { Clock } from '#shared/time/index.ts';
import { call, useCall } from '../../../api/index.ts';
import { formatLocalStamp, formatSpan, isoLocalStamp } from '../../../charts/local-clock.ts';
import {
  currencyWords,
  formatInterval,
  formatMoney,
  formatQuantity,
  formatShare,
  withUnit,
} from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedTable, type PagedView, type TableColumn } from '../../../ui/table/index.ts';
import type { UnitScale } from '../../../ui/unit-scale.ts';
import { coverageMeaning } from '../../coverage/coverage-words.ts';
import { readingIn } from '../in-unit.ts';
import { QualityBadge } from '../quality-badge.tsx';
import { ReadingDetail } from '../reading-detail.tsx';
import type { UsageContext } from '../usage-context.ts';
import { SeriesSelect } from './series-select.tsx';

export function ReadingsTab(context: UsageContext) {
  const { workspace, main, clock, view, scaleOf } = context;
  const asked = { workspace, series: main.id, from: Math.round(view.from), to: Math.round(view.to) };
  const statistics = useCall('usage.statistics', asked);
  const columns = useMemo(() => readingColumns(clock, main, scaleOf(main)), [clock, main, scaleOf]);
  const [opened, setOpened] = useState<{ series: string; at: number; block: string }>();
  const numbers = statistics.data;
  return (
    <>
      <div className="ms-usage-toolbar">
        <Text c="dimmed" size="sm">
          {main.label}, {formatSpan(clock, asked.from, asked.to)}
        </Text>
        {numbers && numbers.estimated > 0 ? (
          <Badge color="yellow">{formatShare(numbers.estimated)} estimated</Badge>
        ) : null}
        {numbers && numbers.coverage < 1 ? (
          <Badge color="yellow" title={coverageMeaning}>
            Readings cover {formatShare(numbers.coverage)} of this span
          </Badge>
        ) : null}
        <SeriesSelect {...context} />
      </div>
      <PagedTable
        id="readings"
        noun="readings"
        columns={columns}
        queryKey={['usage.readings', asked]}
        ask={(page, order) => call('usage.readings', { ...asked, ...page, ...questionOf(order) })}
        choices={{ quality: Object.keys(main.quality).map((value) => ({ value })) }}
        dense
        empty={
          <EmptyState title="There are no readings in this span">Show a longer span in the load profile.</EmptyState>
        }
        rawOf={({ block }) => routes.entry(workspace, block)}
        onOpen={({ start, block }) => setOpened({ series: main.id, at: start, block })}
      />
      {opened?.series === main.id ? (
        <ReadingDetail {...context} picked={opened} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  );
}

/** What the store orders by, for each column that can be sorted. */
const orders: Readonly<Record<string, ReadingOrder>> = {
  start: 'start',
  utc: 'start',
  length: 'duration',
  value: 'value',
  raw: 'value',
  quality: 'quality',
  cost: 'cost',
  tou: 'tou',
  tier: 'tier',
  cpp: 'cpp',
};

function questionOf({ sort, filters }: PagedView) {
  const by = sort && orders[sort.column];
  return {
    ...(by ? { order: { by, descending: sort.descending } } : {}),
    // The choices above are classes.
    ...(filters.quality ? { qualities: filters.quality as QualityClass[] } : {}),
  };
}

function readingColumns(clock: Clock, main: SeriesRow, scale: UnitScale): TableColumn<ReadingRow>[] {
  return [
    {
      id: 'start',
      header: 'Start, local',
      width: [13, 1],
      value: (row) => isoLocalStamp(clock, row.start),
      render: (row) => formatLocalStamp(clock, row.start),
    },
    {
      id: 'utc',
      header: 'Start, UTC',
      width: [12, 0.8],
      value: (row) => new Date(row.start * 1000).toISOString().replace('.000', ''),
      hidden: true,
    },
    { id: 'length', header: 'Length', width: [5, 0.3], align: 'end', value: (row) => formatInterval(row.duration) },
    {
      id: 'value',
      header: withUnit('Value', scale.unit),
      width: [7, 0.5],
      align: 'end',
      value: (row) => readingIn(scale, row).value,
      render: (row) =>
        row.value === undefined ? <span className="ms-dim">no value</span> : formatQuantity(scale.of(row.value)),
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
      header: `Cost, ${currencyWords(main.currency)}`,
      width: [6, 0.4],
      value: (row) => row.cost,
      format: (value) => formatMoney(value, main.currency),
    },
    { id: 'tou', header: 'TOU', width: [4.5, 0.2], align: 'end', value: (row) => row.tou },
    { id: 'tier', header: 'Tier', width: [4.5, 0.2], align: 'end', value: (row) => row.tier },
    { id: 'cpp', header: 'CPP', width: [4.5, 0.2], align: 'end', value: (row) => row.cpp },
    {
      id: 'raw',
      header: main.sourceUnit === '' ? 'As sent' : `As sent (${main.sourceUnit})`,
      width: [8, 0.5],
      align: 'end',
      value: (row) => row.rawValue,
    },
    { id: 'block', header: 'Block', width: [12, 1], value: (row) => row.block, hidden: true, unsortable: true },
  ];
}
