/** Where the data lies and how big it is; compact, move, delete. */
import { Alert, Button, Code, Group, Stack, Table, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { DataUse } from '#shared/contract/settings.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatBytes } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { Pending } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';

type AppInfo = CallOutput<'app.info'>;

export function DataSettings() {
  const use = useCall('data.use', undefined, { fresh: true });
  const info = useCall('app.info', undefined);
  const show = useAction('data.show');
  if (use.error || !use.data) return <Pending query={use} label="Measuring the data" />;
  return (
    <Stack gap="lg" maw="56rem">
      <Stack gap="xs">
        <Title order={2}>Location</Title>
        <Group gap="xs">
          <Code>{use.data.folder}</Code>
          {info.data?.host === 'desktop' ? (
            <Button variant="default" onClick={() => show.run(undefined)}>
              Show the folder
            </Button>
          ) : null}
        </Group>
        {use.data.warnings.map((warning) => (
          <Alert key={warning} color="yellow" variant="light">
            {warning}
          </Alert>
        ))}
        <Text size="sm">
          {formatBytes(use.data.total)} in all, {formatBytes(use.data.logs)} of it logs.
        </Text>
      </Stack>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Workspace</Table.Th>
            <Table.Th>Store</Table.Th>
            <Table.Th>Raw responses</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {use.data.workspaces.map((row) => (
            <WorkspaceRow key={row.workspace} row={row} onDone={() => void use.refetch()} />
          ))}
        </Table.Tbody>
      </Table>
      <Move info={info.data} onEnd={() => void use.refetch().then(() => info.refetch())} />
    </Stack>
  );
}

function WorkspaceRow({ row, onDone }: { row: DataUse['workspaces'][number]; onDone: () => void }) {
  const compact = useAction('data.compact');
  const clear = useAction('data.clear');
  const [sure, setSure] = useState(false);
  const { workspace, name } = row;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{formatBytes(row.store)}</Table.Td>
      <Table.Td>{formatBytes(row.raw)}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end">
          <Button
            variant="default"
            aria-label={`Compact ${name}`}
            loading={compact.isPending}
            onClick={() =>
              compact.run({ workspace }, ({ before, after }) => {
                notify(`${name}: ${formatBytes(before)} became ${formatBytes(after)}.`);
                onDone();
              })
            }
          >
            Compact
          </Button>
          {sure ? (
            <Button
              size="xs"
              color="red"
              loading={clear.isPending}
              onBlur={() => setSure(false)}
              onClick={({ detail }) => {
                // It stands where the first button stood: the second click of a double click decides nothing.
                if (detail > 1) return;
                clear.run({ workspace }, () => {
                  notify(`The data of ${name} was deleted.`);
                  onDone();
                });
              }}
            >
              Delete all data of {name} for good
            </Button>
          ) : (
            <Button
              variant="subtle"
              color="red"
              aria-label={`Delete the data of ${name}`}
              onClick={() => setSure(true)}
            >
              Delete data …
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/**
 * What of the old folder must stay; empty where nothing must. On Windows Chromium keeps the key of saved secrets in a file of
 * the folder that the program was first given, which does not move.
 */
function keepWords(info: Pick<AppInfo, 'host' | 'platform'> | undefined): string {
  if (info?.host !== 'desktop' || !info.platform.startsWith('win32')) return '';
  return ' Keep its file “Local State”, where there is one: without it your saved tokens and passwords cannot be opened.';
}

/** @param onEnd also called after a failure: the new folder may be in use all the same */
function Move({ info, onEnd }: { info: AppInfo | undefined; onEnd: () => void }) {
  const move = useCommand('data.move');
  const [folder, setFolder] = useState('');
  const onSuccess = () => {
    notify(`The data was moved. The data in the old folder is not used any more: you can delete it.${keepWords(info)}`);
    setFolder('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate({ folder: folder.trim() }, { onSuccess, onError: notifyFailure, onSettled: onEnd });
      }}
    >
      <Stack gap="xs">
        <Title order={2}>Move the data</Title>
        <Dim size="sm">
          Everything is copied into an empty folder and used there from then on. The data in the old folder is left for
          you to delete.
          {info?.host === 'desktop'
            ? ' Settings of the window, such as your own shortcuts, stay in the old folder.'
            : ''}
          {keepWords(info)}
        </Dim>
        <Group gap="xs" align="end">
          <TextInput
            label="New folder, with its whole path"
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" variant="default" loading={move.isPending} disabled={folder.trim() === ''}>
            Move
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
