import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useWorkspace } from '../../api/index.ts';
import { useAction } from '../../ui/use-action.ts';

interface SyncButtonProps {
  workspace: string;
  authorization?: string;
  /** Id of a group of meters. */
  group?: string;
}

/** Fetches what is new, for the whole workspace, for one authorization, or for those of a group of meters. */
export function SyncButton({ workspace, authorization, group }: SyncButtonProps) {
  const start = useAction('sync.start');
  const kind = useWorkspace(workspace)?.kind;
  if (kind === 'files') return null;
  return (
    <Button
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={start.isPending}
      onClick={() =>
        start.run({
          workspace,
          ...(authorization ? { authorizations: [authorization] } : {}),
          ...(group ? { group } : {}),
        })
      }
    >
      Fetch what is new
    </Button>
  );
}
