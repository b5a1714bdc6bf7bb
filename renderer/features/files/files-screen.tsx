/** Green Button files that were opened: what was in them, and what was wrong with them. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconFileText, IconFolderOpen } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { OpenedFile } from '#shared/contract/files.ts';
import type { FILE_COLUMNS } from '#shared/list-columns.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { formatBytes, formatCount, formatOwnTime, ownZone } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listQuestion } from '../../ui/table/list-question.ts';
import { AnonymiseButton } from '../conformance/anonymise-button.tsx';
import { CheckLink } from '../conformance/check-link.tsx';
import { useOpenFiles } from './use-open-files.ts';

const COLUMNS: TableColumn<OpenedFile>[] = [
  { id: 'name', header: 'File', width: [9, 2], value: (row) => row.name },
  {
    id: 'ok',
    header: 'Read',
    width: [5, 0.2],
    value: (row) => (row.ok ? 'read' : 'refused'),
    render: (row) => (
      <Badge size="sm" color={row.ok ? 'green' : 'red'}>
        {row.ok ? 'read' : 'refused'}
      </Badge>
    ),
    filter: true,
  },
  { id: 'meters', header: 'Meters', width: [5, 0], align: 'end', value: (row) => row.usagePoints },
  { id: 'readings', header: 'Readings', width: [5.5, 0], value: (row) => row.readings, format: formatCount },
  { id: 'problems', header: 'Problems', width: [6, 0], align: 'end', value: (row) => row.problems },
  { id: 'error', header: 'What is wrong', width: [11, 3], value: (row) => row.error?.message },
  { id: 'bytes', header: 'Size', width: [5.5, 0], value: (row) => row.bytes, format: formatBytes, hidden: true },
  {
    id: 'at',
    header: 'Opened',
    width: [10.5, 0],
    value: (row) => row.at,
    instant: 'milliseconds',
    render: (row) => formatOwnTime(row.at),
  },
  { id: 'path', header: 'Path', width: [14, 2], value: (row) => row.path, hidden: true },
];

const CHOICES = { ok: [{ value: 'read' }, { value: 'refused' }] };

/** Rows that are asked for at once: some more than a screen shows. */
const pageSize = 100;

/** What can be done with a file as it was received, where its bytes are kept. */
function asReceived(workspace: string): TableColumn<OpenedFile> {
  return {
    id: 'received',
    header: 'As received',
    width: [13.4, 0],
    value: () => undefined,
    unsortable: true,
    render: ({ id, ok, path }) =>
      ok || path !== undefined ? (
        <Group gap={6} wrap="nowrap">
          <CheckLink workspace={workspace} search={{ source: id }} />
          <AnonymiseButton workspace={workspace} document={{ source: id }} size="compact-xs" />
        </Group>
      ) : null,
  };
}

export function FilesScreen({ workspace }: { workspace: string }) {
  const files = useCall('files.list', { limit: 1 }).data?.total ?? 0;
  const workspaces = useCall('workspaces.list', undefined);
  const filesWorkspace = workspaces.data?.find(({ kind }) => kind === 'files');
  const columns = useMemo(
    () => (filesWorkspace ? COLUMNS.toSpliced(2, 0, asReceived(filesWorkspace.id)) : COLUMNS),
    [filesWorkspace],
  );
  const navigate = useNavigate();
  const toMeters = (search?: OpenedFile) => {
    if (!filesWorkspace) return;
    const params = { workspace: filesWorkspace.id };
    if (search && !search.ok) void navigate({ to: '/w/$workspace/problems', params });
    else void navigate({ to: '/w/$workspace/meters', params });
  };
  return (
    <Screen
      title="Files"
      facts={
        <Text c="dimmed" size="sm">
          Any Green Button file, dropped anywhere on the window.
        </Text>
      }
      actions={
        <Group gap="xs">
          {filesWorkspace && files > 0 ? (
            <AnchorLink to="/w/$workspace/meters" params={{ workspace: filesWorkspace.id }} size="sm">
              Show their meters
            </AnchorLink>
          ) : null}
          <OpenButton workspace={workspace} />
        </Group>
      }
    >
      <PagedTable<OpenedFile>
        id="files"
        noun="files"
        columns={columns}
        searched
        pageSize={pageSize}
        queryKey={queryKey('files.list', {})}
        ask={(page, view) =>
          call('files.list', { ...page, ...listQuestion<(typeof FILE_COLUMNS)[number]>(view), zone: ownZone })
        }
        choices={CHOICES}
        onOpen={toMeters}
        empty={
          <div className="ms-panel">
            <EmptyState icon={IconFileText} title="No files opened yet" action={<OpenButton workspace={workspace} />}>
              Drop a Green Button XML file here, or choose one. It is read into a workspace of its own and charted; a
              broken file says what is wrong with it.
            </EmptyState>
          </div>
        }
      />
    </Screen>
  );
}

function OpenButton({ workspace }: { workspace: string }) {
  const { busy, chooseFiles } = useOpenFiles(workspace);
  return (
    <Button leftSection={<IconFolderOpen size={15} aria-hidden />} loading={busy} onClick={chooseFiles}>
      Open files
    </Button>
  );
}
