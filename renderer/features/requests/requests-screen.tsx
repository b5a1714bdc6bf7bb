/** Every request that was made: what, how it ended, how long it took and waited, and with which class of token. */
import './requests.css';
import { Button, Drawer, Group, Switch, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RequestView } from '#shared/contract/requests.ts';
import { call, useCall } from '../../api/index.ts';
import { formatBytes, formatCount, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { usePreference } from '../../ui/preferences.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { Keeping } from './keeping.tsx';
import { newestTries } from './newest-tries.ts';
import { RequestDetail } from './request-detail.tsx';
import { type RequestsSearch, subjectOf, subjectWords } from './requests-address.ts';
import { StatusBadge } from './status-badge.tsx';
import { SubjectLink } from './subject-link.tsx';

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
  { id: 'purpose', header: 'For', width: [10, 1], value: (row) => row.purpose, hidden: true },
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
  { id: 'attempt', header: 'Tries', width: [4.5, 0], align: 'end', value: (row) => row.attempt },
  { id: 'url', header: 'Whole URL', width: [20, 4], value: (row) => row.url, hidden: true },
  { id: 'id', header: 'Id', width: [9, 1], value: (row) => row.id, hidden: true },
];

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}

const limit = 1000;

interface RequestsScreenProps {
  workspace: string;
  search: RequestsSearch;
  onSearch: (search: RequestsSearch) => void;
}

export function RequestsScreen({ workspace, search, onSearch }: RequestsScreenProps) {
  const [polls, setPolls] = usePreference('requests.polls', false);
  const [tries, setTries] = usePreference('requests.tries', false);
  const about = subjectOf(search.about);
  // What was made for an event are polls, mostly.
  const input = { workspace, limit, polls: polls || about?.kind === 'event', ...(about && { about }) };
  // Requests are added to the whole log only; which of them were made for something is asked anew.
  const requests = useCall('requests.list', input, { fresh: about !== undefined });
  const rows = useMemo(
    () => (tries ? requests.data : requests.data && newestTries(requests.data)),
    [requests.data, tries],
  );
  const opened = requests.data?.find(({ id }) => id === search.request);
  const open = (request: string | undefined) =>
    onSearch({ ...(search.about && { about: search.about }), ...(request === undefined ? {} : { request }) });
  return (
    <Screen
      title="Request log"
      facts={
        about ? (
          <>
            <Text size="sm">
              for{' '}
              <SubjectLink workspace={workspace} {...about}>
                {subjectWords[about.kind]} {about.id}
              </SubjectLink>
            </Text>
            <Button variant="default" size="compact-xs" onClick={() => onSearch({})}>
              All requests
            </Button>
          </>
        ) : null
      }
    >
      <DataTable
        id="requests"
        noun="requests"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        query={requests}
        onOpen={({ id }) => open(id)}
        actions={(shown) => (
          <Group gap="sm" wrap="nowrap">
            {(requests.data?.length ?? 0) >= limit ? (
              <Text size="xs" c="dimmed">
                The newest {formatCount(limit)} are listed.
              </Text>
            ) : null}
            <Switch
              size="xs"
              label="Every try"
              checked={tries}
              onChange={(event) => setTries(event.currentTarget.checked)}
            />
            <Switch
              size="xs"
              label="Polls for events"
              checked={polls}
              onChange={(event) => setPolls(event.currentTarget.checked)}
            />
            <Button variant="default" size="compact-xs" onClick={() => void saveHar(workspace, shown, requests.data)}>
              Save as HAR
            </Button>
            <Keeping workspace={workspace} />
          </Group>
        )}
        empty={
          <EmptyState
            icon={IconRoute}
            title={about ? 'No request that was made for it is in the log' : 'No request was made yet'}
            action={<Keeping workspace={workspace} />}
          >
            Every request to the service is listed here with its status, its waits and its class of token; never a
            token.
          </EmptyState>
        }
      />
      <Drawer
        opened={search.request !== undefined}
        onClose={() => open(undefined)}
        position="right"
        title="Request"
        size={680}
      >
        {search.request === undefined ? null : (
          <RequestDetail
            key={search.request}
            workspace={workspace}
            id={search.request}
            state={JSON.stringify([opened?.status, opened?.durationMs])}
            onOpen={open}
          />
        )}
      </Drawer>
    </Screen>
  );
}

/** Saves the requests that are shown, each with all of its tries. */
async function saveHar(workspace: string, shown: readonly RequestView[], all: readonly RequestView[] = []) {
  const wanted = new Set(shown.map(({ id, call: of }) => of ?? id));
  const ids = all.filter((one) => wanted.has(one.call ?? one.id)).map(({ id }) => id);
  try {
    const text = await call('requests.har', { workspace, ids });
    await saveFile('meterscope-requests.har', new Blob([text], { type: 'application/json' }));
  } catch (failure) {
    notifyFailure(failure);
  }
}
