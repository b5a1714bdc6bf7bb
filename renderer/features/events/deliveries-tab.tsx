/** Every request that reached the receiver: its verdict with the reason, its headers and bytes, and a replay of it, and how an endpoint of one's own took it. */
import { Badge, Button, Code, Drawer, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeliveryRow } from '#shared/contract/events.ts';
import { routes } from '#shared/routes.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatBytes, formatDuration } from '../../ui/format.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { arrivalTime, prettyJson, verdictWords } from './event-words.ts';
import { forwardWords, isTaken } from './forward-words.ts';
import { Forwarded, ForwardFailed } from './forwarded.tsx';
import { useArrivals } from './use-arrivals.ts';

const limit = 1_000;
/** A thousand rows are much to fetch, check and lay out: in a storm once a second is enough. */
const askEveryMs = 1_000;

const columns: TableColumn<DeliveryRow>[] = [
  { id: 'id', header: 'No', width: [3.5, 0], align: 'end', value: (row) => row.id },
  {
    id: 'at',
    header: 'At',
    width: [10, 0],
    value: (row) => row.at,
    instant: 'milliseconds',
    render: (row) => arrivalTime(row.at),
  },
  {
    id: 'verdict',
    header: 'Verdict',
    width: [9, 0.5],
    value: (row) => verdictWords[row.verdict],
    render: (row) => (
      <Badge size="sm" color={verdictColor(row)}>
        {verdictWords[row.verdict]}
      </Badge>
    ),
    filter: true,
  },
  { id: 'answer', header: 'Answered', width: [5.5, 0], align: 'end', value: (row) => row.answer, filter: true },
  { id: 'events', header: 'Events', width: [4.5, 0], align: 'end', value: (row) => row.events },
  { id: 'fresh', header: 'New', width: [4, 0], align: 'end', value: (row) => row.fresh },
  { id: 'bytes', header: 'Size', width: [5, 0], value: (row) => row.bytes, format: formatBytes },
  { id: 'reason', header: 'Why', width: [10.5, 3], value: (row) => row.reason },
  {
    id: 'forwarded',
    header: 'Forwarded',
    width: [6.5, 1],
    value: (row) => forwardWords(row.forward),
    render: ({ forward }) =>
      forward === undefined ? null : (
        <span style={isTaken(forward) ? undefined : { color: 'var(--ms-bad)' }}>{forwardWords(forward)}</span>
      ),
  },
  {
    id: 'from',
    header: 'From',
    width: [6, 0],
    value: (row) => (row.rehearsal ? 'rehearsal' : 'outside'),
    filter: true,
  },
  {
    id: 'took',
    header: 'Read in',
    width: [5, 0],
    value: (row) => row.durationMs,
    format: formatDuration,
    hidden: true,
  },
];

function verdictColor({ verdict }: Pick<DeliveryRow, 'verdict'>): string {
  if (verdict === 'good') return 'green';
  return verdict === 'forced' ? 'yellow' : 'red';
}

interface DeliveriesTabProps {
  workspace: string;
  opened: number | undefined;
  onOpen: (id: number | undefined) => void;
  onEvent: (uid: string) => void;
}

export function DeliveriesTab({ workspace, opened, onOpen, onEvent }: DeliveriesTabProps) {
  const [verdict, setVerdict] = useState<'all' | 'good' | 'bad'>('all');
  const deliveries = useCall('deliveries.list', { workspace, verdict, limit }, { keepPrevious: true });
  useArrivals('deliveries.arrived', workspace, 'deliveries.list', askEveryMs);
  const whichField = (
    <SegmentedControl
      size="xs"
      aria-label="Which deliveries"
      data={[
        { value: 'all', label: 'All' },
        { value: 'good', label: 'Good' },
        { value: 'bad', label: 'Refused' },
      ]}
      value={verdict}
      onChange={(value) => setVerdict(value as typeof verdict)} // one of the three above
    />
  );
  return (
    <>
      <DataTable
        id="deliveries"
        noun="deliveries"
        columns={columns}
        rows={deliveries.data?.rows}
        total={deliveries.data?.matching}
        others="They are the newest."
        rowId={({ id }) => String(id)}
        query={deliveries}
        addressOf={({ id }) => routes.delivery(workspace, id)}
        onOpen={({ id }) => onOpen(id)}
        actions={
          <>
            <ForwardFailed workspace={workspace} rows={deliveries.data?.rows ?? []} />
            {whichField}
          </>
        }
        empty={
          verdict === 'all' ? (
            <EmptyState icon={IconWebhook} title="No delivery has arrived">
              The receiver’s address is in the event settings; the rehearsal bench sends a delivery at once.
            </EmptyState>
          ) : (
            <EmptyState icon={IconWebhook} title="No delivery of this kind has arrived" action={whichField} />
          )
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => onOpen(undefined)}
        position="right"
        size="lg"
        title={opened === undefined ? 'Delivery' : `Delivery ${opened}`}
        closeButtonProps={{ 'aria-label': 'Close the delivery' }}
      >
        {opened === undefined ? null : <DeliveryDetail workspace={workspace} id={opened} onEvent={onEvent} />}
      </Drawer>
    </>
  );
}

function DeliveryDetail({ workspace, id, onEvent }: { workspace: string; id: number; onEvent: (uid: string) => void }) {
  const delivery = useCall('deliveries.get', { workspace, id });
  if (delivery.error) return <FailureState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  const { data } = delivery;
  if (!data) return <LoadingState label="Loading the delivery" />;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color={verdictColor(data)}>{verdictWords[data.verdict]}</Badge>
        <Text size="sm">
          {arrivalTime(data.at)}, answered {data.answer}, {formatBytes(data.bytes)}, {data.fresh} of {data.events}{' '}
          events new
        </Text>
      </Group>
      <Text size="sm">{data.reason}</Text>
      <Forwarded workspace={workspace} delivery={data} />
      <Replay workspace={workspace} id={id} />
      <Title order={3}>Headers</Title>
      <FactTable facts={data.headers} className="ms-mono" />
      <Title order={3}>Body{data.bodyCut ? ', its beginning' : ''}</Title>
      <Code block className="ms-event-json" tabIndex={0} aria-label="Body of the delivery">
        {prettyJson(data.body)}
      </Code>
      <Text size="xs" c="dimmed" className="ms-mono" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {data.sha256}
      </Text>
      {data.uids.length > 0 ? (
        <>
          <Title order={3}>Events in it</Title>
          <ul className="ms-event-list">
            {data.uids.slice(0, 200).map((uid) => (
              <li key={uid}>
                <button type="button" className="ms-mono" onClick={() => onEvent(uid)}>
                  {uid}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Stack>
  );
}

/** Sends it again, byte for byte, to a receiver that someone builds on this machine. */
function Replay({ workspace, id }: { workspace: string; id: number }) {
  const [url, setUrl] = useState('http://127.0.0.1:8080/webhook');
  const replay = useCommand('rehearsal.replay');
  return (
    <Stack gap={4}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          label="Replay it to a local address"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button loading={replay.isPending} onClick={() => replay.mutate({ workspace, id, url })}>
          Replay
        </Button>
      </Group>
      <div role="status">
        {replay.data ? (
          <Text size="sm">
            {replay.data.status === undefined ? `No answer: ${replay.data.error}` : `Answered ${replay.data.status}`}{' '}
            after {formatDuration(replay.data.durationMs)}; the first time it was {replay.data.first}:{' '}
            <b>{replay.data.same ? 'the same' : 'different'}</b>.{' '}
            {replay.data.body ? <Code>{replay.data.body.slice(0, 300)}</Code> : null}
          </Text>
        ) : null}
        {replay.error ? (
          <Text size="sm" c="var(--ms-bad)">
            {replay.error.message}
          </Text>
        ) : null}
      </div>
    </Stack>
  );
}
