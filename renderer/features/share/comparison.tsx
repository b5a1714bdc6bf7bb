/** What the comparison with the team server found: the series that differ, with count, sum and checksum of both sides. */
import { Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ComparisonView, DifferenceView } from '#shared/contract/share.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatCounted, formatOwnTime, formatQuantity } from '../../ui/format.ts';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';

type Side = 'here' | 'there';

function sideColumns(side: Side): TableColumn<DifferenceView>[] {
  return [
    {
      id: `readings-${side}`,
      header: `Readings ${side}`,
      width: [9, 0.5],
      align: 'end',
      value: (row) => row[side]?.readings ?? 0,
      format: formatCount,
    },
    {
      id: `total-${side}`,
      header: `Sum ${side}`,
      width: [9, 0.5],
      align: 'end',
      value: (row) => row[side]?.total,
      render: (row) => (row[side] ? `${formatQuantity(row[side].total)} ${row.unit ?? ''}` : 'nothing'),
    },
    {
      id: `checksum-${side}`,
      header: `Checksum ${side}`,
      width: [10, 0.5],
      value: (row) => row[side]?.checksum,
      hidden: true,
    },
  ];
}

const COLUMNS: TableColumn<DifferenceView>[] = [
  { id: 'meter', header: 'Meter', width: [9, 1], value: (row) => row.meter },
  { id: 'name', header: 'Series', width: [10, 2], value: (row) => row.name },
  ...sideColumns('here'),
  ...sideColumns('there'),
];

interface ComparisonProps {
  workspace: string;
  comparison: ComparisonView;
  /** The time of the comparison that was shown when the user asked for another one; undefined where nobody asked. */
  comparesSince: number | undefined;
  /** It was brought into view. */
  onShown: () => void;
}

export function Comparison({ workspace, comparison, comparesSince, onShown }: ComparisonProps) {
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);
  const { at, series, readings, readingsThere, differing, differences } = comparison;
  // It lies below the window. Only what the user asked for may move the page.
  useEffect(() => {
    if (comparesSince === undefined || at <= comparesSince) return;
    section.current?.scrollIntoView({ block: 'nearest' });
    onShown();
  }, [at, comparesSince, onShown]);
  return (
    <section ref={section} className="ms-panel ms-share-comparison" aria-labelledby="comparison-title">
      <Title order={2} id="comparison-title">
        Compared with the server
      </Title>
      <Text size="sm" data-testid="comparison">
        {differing === 0
          ? `All ${formatCounted(series, 'series', 'series')} agree in count, sum and checksum.`
          : `${formatCount(differing)} of ${formatCount(series)} series differ. Publish to bring the server to what is here.`}
      </Text>
      <Dim>
        {formatOwnTime(at)}: {formatCounted(readings, 'reading')} here, {formatCount(readingsThere)} on the server.
        {differing > differences.length ? ` The first ${formatCount(differences.length)} are listed.` : ''}
      </Dim>
      {differing === 0 ? null : (
        <div className="ms-share-table">
          <DataTable
            id="share-differences"
            noun="series"
            columns={COLUMNS}
            rows={differences}
            rowId={(row) => row.seriesId}
            onOpen={({ usagePoint }) => {
              if (usagePoint === undefined) return;
              void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint } });
            }}
            empty={null}
          />
        </div>
      )}
    </section>
  );
}
