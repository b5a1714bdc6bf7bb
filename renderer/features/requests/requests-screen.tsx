/** Every request that was made: what, how it ended, how long it took and waited, and with which class of token. */
import { Badge, Code, Drawer, Group, Stack, Switch, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import type { RequestView } from '#shared/contract/jobs.ts';
import { useCall } from '../../api/index.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatBytes, formatCount, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { usePreference } from '../../ui/preferences.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';

const columns: TableColumn<RequestView>[] = [
  { id: 'at', header: 'At', width: [10.5, 0], value: (row) => formatOwnTime(row.at) },
  { id: 'method', header: 'Method', width: [4.5, 0], value: (row) => row.method, filter: true },
  {
    id: 'status',
    header: 'Status',
    width: [5, 0],
    value: (row) => row.status ?? (row.error ? row.error.code : 'open'),
    render: (row) => <StatusBadge request={row} />,
    filter: true,
  },
  { id: 'path', header: 'Address', width: [16, 4], value: (row) => pathOf(row.url) },
  { id: 'token', header: 'Token', width: [6, 0.4], value: (row) => row.tokenClass, filter: true },
  { id: 'bytes', header: 'Size', width: [5.5, 0], value: (row) => row.bytes, format: formatBytes },
  { id: 'duration', header: 'Took', width: [6, 0], value: (row) => row.durationMs, format: formatDuration },
  {
    id: 'waited',
    header: 'Waited',
    width: [6, 0],
    align: 'end',
    value: (row) => row.waitedMs,
    render: (row) => (row.waitedMs > 0 ? formatDuration(row.waitedMs) : ''),
  },
  { id: 'attempt', header: 'Try', width: [3.5, 0], align: 'end', value: (row) => row.attempt },
  { id: 'url', header: 'Whole URL', width: [20, 4], value: (row) => row.url, hidden: true },
  { id: 'id', header: 'Id', width: [9, 1], value: (row) => row.id, hidden: true },
];

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}

function StatusBadge({ request }: { request: RequestView }) {
  const { status, error } = request;
  const color =
    status === undefined
      ? error
        ? 'red'
        : 'gray'
      : status < 300
        ? 'green'
        : status < 400 || status === 429
          ? 'yellow'
          : 'red';
  return (
    <Badge size="sm" color={status === 202 ? 'yellow' : color}>
      {status ?? (error ? 'failed' : 'open')}
    </Badge>
  );
}

const limit = 1000;

interface RequestsScreenProps {
  workspace: string;
  /** Id of the request that is shown beside the log. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

export function RequestsScreen({ workspace, opened, onOpen }: RequestsScreenProps) {
  const [polls, setPolls] = usePreference('requests.polls', false);
  const requests = useCall('requests.list', { workspace, limit, polls });
  const request = requests.data?.find(({ id }) => id === opened);
  return (
    <Screen title="Request log">
      <DataTable
        id="requests"
        noun="requests"
        columns={columns}
        rows={requests.data}
        rowId={({ id }) => id}
        query={requests}
        onOpen={({ id }) => onOpen(id)}
        actions={
          <Group gap="sm" wrap="nowrap">
            {(requests.data?.length ?? 0) >= limit ? (
              <Text size="xs" c="dimmed">
                The newest {formatCount(limit)} are listed.
              </Text>
            ) : null}
            <Switch
              size="xs"
              label="Polls for events"
              checked={polls}
              onChange={(event) => setPolls(event.currentTarget.checked)}
            />
          </Group>
        }
        empty={
          <EmptyState icon={IconRoute} title="No request was made yet">
            Every request to the service is listed here with its status, its waits and its class of token; never a
            token.
          </EmptyState>
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => onOpen(undefined)}
        position="right"
        title="Request"
        size="md"
      >
        {request ? (
          <RequestDetail request={request} />
        ) : requests.data && opened !== undefined ? (
          <Text>
            This request is not among the newest {formatCount(limit)} that are listed. Its id is <Code>{opened}</Code>
          </Text>
        ) : null}
      </Drawer>
    </Screen>
  );
}

function RequestDetail({ request }: { request: RequestView }) {
  const facts: [string, string | undefined][] = [
    ['At', formatOwnTime(request.at)],
    ['Status', request.status === undefined ? 'no answer' : String(request.status)],
    ['Token class', request.tokenClass],
    ['Size', formatBytes(request.bytes)],
    ['Took', request.durationMs === undefined ? undefined : formatDuration(request.durationMs)],
    ['Waited before', request.waitedMs > 0 ? formatDuration(request.waitedMs) : 'not at all'],
    ['Told to wait', request.retryAfterMs === undefined ? undefined : formatDuration(request.retryAfterMs)],
    ['Try', String(request.attempt)],
    ['Job', request.job],
    ['Id', request.id],
  ];
  return (
    <Stack gap="sm">
      <Code block>
        {request.method} {request.url}
      </Code>
      <FactTable facts={facts} names="9rem" spacing={3} />
      {request.error ? (
        <Stack gap={4} role="alert">
          <Text c="var(--ms-bad)">{request.error.message}</Text>
          <Text c="dimmed">{request.error.action}</Text>
          <Code>{request.error.code}</Code>
        </Stack>
      ) : null}
    </Stack>
  );
}
