import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { groupBy } from '../group.ts';
import { useRegistry } from '../registry.ts';
import { type Shortcut, shortcuts } from '../shortcuts.ts';

const keyNames: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** The overlay that lists every shortcut which works right now. */
export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <ShortcutList />
    </Modal>
  );
}

/** The shortcuts themselves, by group. */
export function ShortcutList() {
  const all = useRegistry(shortcuts);
  const groups = groupBy(
    all.filter((shortcut, index) => all.findIndex(({ keys }) => keys === shortcut.keys) === index),
    ({ group }) => group,
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {[...groups].map(([group, list]) => (
        <Stack key={group} gap={6}>
          <Title order={3}>{group}</Title>
          {list.map((shortcut) => (
            <ShortcutLine key={shortcut.keys} shortcut={shortcut} />
          ))}
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function ShortcutLine({ shortcut }: { shortcut: Shortcut }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm">{shortcut.label}</Text>
      <Group gap={4} wrap="nowrap">
        {shortcut.keys.split(/[ +](?=.)/).map((key) => (
          <Kbd key={key} size="xs">
            {keyNames[key] ?? key}
          </Kbd>
        ))}
      </Group>
    </Group>
  );
}
