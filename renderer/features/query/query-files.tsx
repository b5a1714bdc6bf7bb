/** The queries that are kept as files, and where they are. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { FailureState } from '../../ui/states.tsx';

export function QueryFiles({ onOpen }: { onOpen: (name: string) => void }) {
  const list = useCall('queryFiles.list', undefined, { fresh: true });
  const { files = [], leftOut = 0 } = list.data ?? {};
  return (
    <Stack gap="xs" p="sm">
      {list.error ? <FailureState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.files.length === 0 ? (
        <Text size="sm">No query is kept yet: write one, then save it under a name.</Text>
      ) : null}
      <ul className="ms-query-list">
        {files.map(({ name, description }) => (
          <li key={name}>
            <button type="button" onClick={() => onOpen(name)}>
              <span className="ms-mono">{name}</span>
              {description === '' ? null : <Dim>{description}</Dim>}
            </button>
          </li>
        ))}
      </ul>
      {leftOut > 0 ? <Dim>{formatCounted(leftOut, 'file')} too many, too large or not text: not listed.</Dim> : null}
      {list.data || list.error ? (
        <Folder folder={list.data?.folder} isOwn={list.data?.isOwn ?? false} onChosen={() => void list.refetch()} />
      ) : null}
    </Stack>
  );
}

interface FolderProps {
  /** Undefined where the chosen one is not there. */
  folder: string | undefined;
  isOwn: boolean;
  onChosen: () => void;
}

function Folder({ folder, isOwn, onChosen }: FolderProps) {
  const native = useCall('app.info', undefined).data?.capabilities.openDialog === true;
  const { mutate, isPending } = useCommand('queryFiles.choose');
  const choose = (own: boolean) => mutate({ own }, { onError: notifyFailure, onSuccess: onChosen });
  return (
    <>
      {folder === undefined ? null : (
        <Dim>
          Files of the folder <span className="ms-mono">{folder}</span>, which can lie in git.
        </Dim>
      )}
      <Group gap="xs">
        {native ? (
          <Button size="compact-xs" variant="default" loading={isPending} onClick={() => choose(false)}>
            Choose another folder…
          </Button>
        ) : null}
        {isOwn ? null : (
          <Button size="compact-xs" variant="default" onClick={() => choose(true)}>
            Use the one in the data folder
          </Button>
        )}
      </Group>
    </>
  );
}
