import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCall, useCommand } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';

/** Fetches what is new, for the whole workspace or for one authorization. */
export function SyncButton({ workspace, authorization }: { workspace: string; authorization?: string }) {
  const start = useCommand('sync.start');
  const workspaces = useCall('workspaces.list', undefined);
  const kind = workspaces.data?.find(({ id }) => id === workspace)?.kind;
  if (kind === 'files') return null;
  return (
    <Button
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={start.isPending}
      onClick={() =>
        start.mutate(
          { workspace, ...(authorization ? { authorizations: [authorization] } : {}) },
          { onError: notifyFailure },
        )
      }
    >
      Fetch what is new
    </Button>
  );
}
