/** The history of collections: who triggered what, when, and how it ended. */
import { Badge, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CollectionLine } from '#shared/contract/collections.ts';
import { routes } from '#shared/routes.ts';
import { useCall } from '../../api/index.ts';
import { formatOwnTime } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { collectionsQuery } from '../../ui/screen-queries.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { collectionColor } from './run-words.ts';
import { useLiveCollections } from './use-live.ts';

const LIMIT = 2000;

const columns: TableColumn<CollectionLine>[] = [
  {
    id: 'state',
    header: 'State',
    width: [7, 0.4],
    value: (row) => row.state,
    render: (row) => (
      <Badge size="sm" color={collectionColor[row.state]}>
        {row.state}
      </Badge>
    ),
    filter: true,
  },
  {
    id: 'at',
    header: 'Triggered',
    width: [10.5, 0],
    value: (row) => row.createdAt,
    instant: 'milliseconds',
    render: (row) => formatOwnTime(row.createdAt),
  },
  { id: 'by', header: 'By', width: [7, 0.6], value: (row) => row.by, filter: true },
  { id: 'asked', header: 'Meters', width: [5, 0], align: 'end', value: (row) => row.meters },
  { id: 'finished', header: 'Finished', width: [6, 0], align: 'end', value: (row) => row.finished },
  { id: 'left', header: 'Left out', width: [6, 0], align: 'end', value: (row) => row.dropped },
  { id: 'months', header: 'Months', width: [6, 0], align: 'end', value: (row) => row.months ?? 'default' },
  { id: 'error', header: 'Problem', width: [12, 3], value: (row) => row.error?.message },
];

export function CollectionsScreen({ workspace }: { workspace: string }) {
  useLiveCollections(workspace);
  const navigate = useNavigate();
  const list = useCall('collections.list', { workspace, limit: LIMIT });
  const collect = (
    <Button component={Link} to={`/w/${workspace}/collect`} leftSection={<IconHistory size={14} aria-hidden />}>
      Collect history
    </Button>
  );
  return (
    <Screen
      title="Historical collections"
      actions={
        <>
          <OpenAsQuery workspace={workspace} query={collectionsQuery} />
          {collect}
        </>
      }
    >
      <DataTable
        id="collections"
        noun="collections"
        columns={columns}
        rows={list.data?.rows}
        {...(list.data ? { total: list.data.matching } : {})}
        rowId={({ id }) => id}
        query={list}
        addressOf={({ id }) => routes.collection(workspace, id)}
        onOpen={({ id }) =>
          void navigate({ to: '/w/$workspace/collections/$collection', params: { workspace, collection: id } })
        }
        empty={
          <EmptyState icon={IconHistory} title="No historical collection yet" action={collect}>
            A historical collection makes the service fetch 1 to 36 months of bills and intervals for the meters you
            choose.
          </EmptyState>
        }
      />
    </Screen>
  );
}
