import { Button } from '@mantine/core';
import { IconFolderMinus } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { useAction } from '../../ui/use-action.ts';

/** Takes chosen meters out of the group that is shown; nothing for a group whose meters a rule chooses. */
export function TakeOutButton({ workspace, group, meters }: { workspace: string; group: string; meters: string[] }) {
  const groups = useCall('groups.names', { workspace });
  const change = useAction('groups.change');
  const shown = groups.data?.find(({ id }) => id === group);
  if (shown === undefined || shown.byRule) return null;
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<IconFolderMinus size={13} aria-hidden />}
      loading={change.isPending}
      onClick={() => change.run({ workspace, id: group, remove: meters })}
    >
      Take out of {shown.name}
    </Button>
  );
}
