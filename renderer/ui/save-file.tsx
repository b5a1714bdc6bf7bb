/** Hands a file to the user, and says where it went. */
import { Anchor, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { call, handOver } from '../api/index.ts';
import { notifyFailure } from './notify.ts';

/** Failures are told, not thrown. */
export async function saveFile(name: string, content: Blob): Promise<void> {
  try {
    const saved = await handOver(name, content);
    if (!saved) return;
    const { path } = saved;
    // A browser shows its downloads itself.
    if (path === undefined) return;
    notifications.show({
      message: (
        <Stack gap={4} align="start">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Saved {path}
          </Text>
          <ShowInFolder path={path} />
        </Stack>
      ),
    });
  } catch (failure) {
    notifyFailure(failure);
  }
}

/** Leads to a file that the program wrote; only for a host with a file manager. */
export function ShowInFolder({ path }: { path: string }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => call('export.show', { path }).catch(notifyFailure)}
    >
      Show in folder
    </Anchor>
  );
}
