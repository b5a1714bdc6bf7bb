import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { groupBy } from '#shared/group.ts';
import { type KeymapEntry, keymap, keysOf, shownKeys, useBindings } from '../keymap.ts';
import { useRegistry } from '../registry.ts';
import { shortcuts } from '../shortcuts.ts';

/** The overlay that lists every shortcut which works right now, with the keys that it has now. */
export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <ShortcutList />
    </Modal>
  );
}

function ShortcutList() {
  const running = new Set(useRegistry(shortcuts).map(({ id }) => id));
  const { bindings } = useBindings();
  const groups = groupBy(
    keymap.filter(({ id }) => running.has(id)),
    ({ group }) => group,
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {[...groups].map(([group, list]) => (
        <Stack key={group} gap={6}>
          <Title order={3}>{group}</Title>
          {list.map((entry) => (
            <ShortcutLine key={entry.id} entry={entry} keys={keysOf(entry, bindings)} />
          ))}
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function ShortcutLine({ entry, keys }: { entry: KeymapEntry; keys: string }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm">{entry.label}</Text>
      <Keys keys={keys} />
    </Group>
  );
}

/** Keys as keys. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      {shownKeys(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
