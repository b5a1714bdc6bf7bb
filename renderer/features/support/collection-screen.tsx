/** One historical collection: what was asked, what the service took, and how far each meter is. */
import { Alert, Badge, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CollectedMeter, CollectionView } from '#shared/contract/collections.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { formatCount, formatCounted, formatOwnTime } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { RequestsLink } from '../requests/requests-link.tsx';
import { CollectionError } from './collection-error.tsx';
import { collectionColor, meterColor, meterWords } from './run-words.ts';
import { useLiveCollections } from './use-live.ts';
import './support.css';

const more = (before: number | undefined, now: number | undefined) => {
  if (now === undefined) return 'not said';
  return before === undefined || now === before
    ? formatCount(now)
    : `${formatCount(now)} (+${formatCount(now - before)})`;
};

/** With when the service expects to go on, where it waits. */
const noteOf = ({ ended, note, eta }: CollectedMeter) =>
  [ended, note, eta === undefined ? undefined : `expected to go on at ${eta}`].filter(Boolean).join('; ');

const columns: TableColumn<CollectedMeter>[] = [
  {
    id: 'state',
    header: 'State',
    width: [6.5, 0],
    value: (row) => meterWords[row.state],
    render: (row) => (
      <Badge size="sm" color={meterColor[row.state]}>
        {meterWords[row.state]}
      </Badge>
    ),
    filter: true,
  },
  { id: 'uid', header: 'Meter', width: [7.5, 0.4], value: (row) => row.uid },
  { id: 'message', header: 'The service says', width: [10, 2], value: (row) => row.message ?? row.status },
  { id: 'note', header: 'Note', width: [10, 2], value: noteOf },
  {
    id: 'bills',
    header: 'Bills',
    width: [6, 0],
    align: 'end',
    value: (row) => row.bills,
    render: (row) => more(row.billsBefore, row.bills),
  },
  {
    id: 'intervals',
    header: 'Intervals',
    width: [9.5, 0],
    align: 'end',
    value: (row) => row.intervals,
    render: (row) => more(row.intervalsBefore, row.intervals),
  },
  { id: 'events', header: 'Events', width: [10, 2], value: (row) => row.events.join(', ') },
  { id: 'authorization', header: 'Authorization', width: [8, 1], value: (row) => row.authorization, hidden: true },
];

export function CollectionScreen({ workspace, id }: { workspace: string; id: string }) {
  useLiveCollections(workspace);
  const collection = useCall('collections.get', { workspace, id });
  if (collection.error) return <FailureState error={collection.error} onRetry={() => void collection.refetch()} />;
  if (!collection.data) return <LoadingState label="Loading the collection" />;
  return <Collection collection={collection.data} />;
}

function Collection({ collection }: { collection: CollectionView }) {
  const { workspace, id, meters, state } = collection;
  return (
    <Screen
      title="Historical collection"
      crumbs={[
        <Link key="collections" to="/w/$workspace/collections" params={{ workspace }}>
          Historical collections
        </Link>,
      ]}
      facts={
        <>
          <Badge size="lg" color={collectionColor[state]} data-testid="collection-state">
            {state}
          </Badge>
          <Text c="dimmed" size="sm">
            {formatOwnTime(collection.createdAt)} by {collection.by},{' '}
            {collection.months === undefined ? "the plan's default span" : `${collection.months} months`}
          </Text>
        </>
      }
      actions={
        <>
          <StopButton collection={collection} />
          <RequestsLink workspace={workspace} about={{ kind: 'collection', id }} />
          <FetchButton collection={collection} />
        </>
      }
    >
      {isActive(collection) ? <ServiceWaits workspace={workspace} /> : null}
      {collection.error ? <CollectionError error={collection.error} /> : null}
      {state === 'unknown' ? <FindOut workspace={workspace} id={id} /> : null}
      {state === 'refused' ? null : <LeftOut collection={collection} />}
      <DataTable
        id="collection-meters"
        noun="meters"
        columns={columns}
        rows={meters}
        rowId={(row) => row.uid}
        empty={<Text>{state === 'starting' ? 'The meters are being looked up.' : 'No meter.'}</Text>}
      />
    </Screen>
  );
}

const isActive = ({ state }: CollectionView) => state === 'starting' || state === 'following';

function StopButton({ collection }: { collection: CollectionView }) {
  const { workspace, id, state } = collection;
  const cancel = useCommand('collections.cancel');
  if (!isActive(collection)) return null;
  return (
    <Button variant="default" onClick={() => cancel.mutate({ workspace, id }, { onError: notifyFailure })}>
      {state === 'starting' ? 'Give up' : 'Stop following'}
    </Button>
  );
}

/** Fetches the authorizations of the meters that are finished. */
function FetchButton({ collection: { workspace, meters } }: { collection: CollectionView }) {
  const sync = useCommand('sync.start');
  const finished = meters.filter(({ state }) => state === 'finished');
  const authorizations = [...new Set(finished.flatMap(({ authorization }) => authorization || []))];
  return (
    <Button
      disabled={authorizations.length === 0}
      loading={sync.isPending}
      onClick={() =>
        sync.mutate(
          { workspace, authorizations },
          {
            onError: notifyFailure,
            onSuccess: () => notify('Fetching the new data. The jobs panel shows the progress.'),
          },
        )
      }
    >
      Fetch the new data
    </Button>
  );
}

function LeftOut({ collection: { meters, asked } }: { collection: CollectionView }) {
  const dropped = meters.filter(({ state }) => state === 'dropped');
  if (dropped.length === 0) return null;
  return (
    <Alert
      color="yellow"
      title={`The service left out ${dropped.length} of ${formatCounted(asked.length, 'meter')}`}
      variant="light"
    >
      {dropped.map(({ uid }) => uid).join(', ')}. Their authorizations are revoked or expired, or they do not exist: ask
      the customer for a new authorization.
    </Alert>
  );
}

/** Nobody knows whether the service acted on the trigger; it is not sent again, the events of the meters tell. */
function FindOut({ workspace, id }: { workspace: string; id: string }) {
  const findOut = useCommand('collections.findOut');
  return (
    <Alert color="yellow" title="Find out whether the service acted" variant="light">
      <Text size="sm">
        {findOut.data?.text ??
          'The trigger is not sent again by itself. The events of the meters tell whether it acted.'}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        loading={findOut.isPending}
        onClick={() => findOut.mutate({ workspace, id }, { onError: notifyFailure })}
      >
        Look at the events
      </Button>
    </Alert>
  );
}
