/** Saves a file that the page made, and says where it is. */
import { Anchor, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { call, downloadFile } from '../api/index.ts';
import { notifyFailure } from './notify.ts';

/** Shows a failure instead of throwing it. */
export async function saveFile(name: string, content: Blob): Promise<void> {
  try {
    const saved = await downloadFile(name, content);
    if (!saved) return;
    // A browser shows its downloads itself.
    if (saved.path !== undefined) notifySaved(saved.path);
  } catch (failure) {
    notifyFailure(failure);
  }
}

/** Says where the program wrote a file. */
export function notifySaved(path: string): void {
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
}

/** Shows a file that the program wrote in the file manager, for a host that has one. */
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
