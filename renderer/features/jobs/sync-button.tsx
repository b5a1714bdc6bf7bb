import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { useAction } from '../../ui/use-action.ts';

/** Fetches what is new, for the whole workspace or for one authorization. */
export function SyncButton({ workspace, authorization }: { workspace: string; authorization?: string }) {
  const start = useAction('sync.start');
  const workspaces = useCall('workspaces.list', undefined);
  const kind = workspaces.data?.find(({ id }) => id === workspace)?.kind;
  if (kind === 'files') return null;
  return (
    <Button
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.run({ workspace, ...(authorization ? { authorizations: [authorization] } : {}) })}
    >
      Fetch what is new
    </Button>
  );
}
