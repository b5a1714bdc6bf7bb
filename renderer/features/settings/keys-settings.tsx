/** The keys of every shortcut, and the user's own instead. */
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { groupBy } from '#shared/group.ts';
import { Dim } from '../../ui/dim.tsx';
import { conflictsOf, type KeymapEntry, keymap, keysOf, shownKeys, useBindings } from '../../ui/keymap.ts';
import { Keys } from '../../ui/shell/shortcut-help.tsx';
import { isModifier, keyName, sequenceMs } from '../../ui/shortcuts.ts';

export function KeysSettings() {
  const { bindings, reset } = useBindings();
  const own = Object.keys(bindings).length;
  return (
    <Stack gap="lg" maw="46rem">
      <Group justify="space-between">
        <Dim size="sm">
          Choose Change, then press the new keys: one key, a key with Ctrl or Alt, or two keys one after the other.
        </Dim>
        <Button variant="default" disabled={own === 0} onClick={reset}>
          Reset all
        </Button>
      </Group>
      {[...groupBy(keymap, ({ group }) => group)].map(([group, list]) => (
        <Stack key={group} gap={4}>
          <Title order={2}>{group}</Title>
          <Table verticalSpacing={4} aria-label={`Shortcuts: ${group}`}>
            <Table.Tbody>
              {list.map((entry) => (
                <KeysRow key={entry.id} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      ))}
    </Stack>
  );
}

function KeysRow({ entry }: { entry: KeymapEntry }) {
  const { bindings, bind } = useBindings();
  const [listening, setListening] = useState(false);
  const [refused, setRefused] = useState<string>();
  const keys = keysOf(entry, bindings);
  const take = (pressed: string) => {
    setListening(false);
    const [conflict] = conflictsOf(entry.id, pressed, bindings);
    if (conflict) {
      setRefused(
        `${shownKeys(pressed).join(' ')} is taken: ${conflict.label}. Change that one first, or choose others.`,
      );
      return;
    }
    setRefused(undefined);
    bind(entry.id, pressed === entry.keys ? undefined : pressed);
  };
  return (
    <Table.Tr data-shortcut={entry.id}>
      <Table.Td>
        {entry.label}
        {refused ? (
          <Text size="xs" c="var(--ms-bad)" role="alert">
            {refused}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td w="8rem">
        <Keys keys={keys} />
      </Table.Td>
      <Table.Td w="15rem">
        <Group gap={6} justify="end" wrap="nowrap">
          {listening ? (
            <KeyCatcher label={entry.label} onKeys={take} onLeave={() => setListening(false)} />
          ) : (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Change the keys of ${entry.label}`}
              onClick={() => {
                setRefused(undefined);
                setListening(true);
              }}
            >
              Change
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Reset the keys of ${entry.label}`}
            disabled={keys === entry.keys}
            onClick={() => bind(entry.id, undefined)}
          >
            Reset
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface KeyCatcherProps {
  label: string;
  onKeys: (keys: string) => void;
  onLeave: () => void;
}

/** Has the focus and takes the next key; a letter waits a moment for a second one. */
function KeyCatcher({ label, onKeys, onLeave }: KeyCatcherProps) {
  const [first, setFirst] = useState<string>();
  useEffect(() => {
    if (first === undefined) return;
    const timer = setTimeout(() => onKeys(first), sequenceMs);
    return () => clearTimeout(timer);
  }, [first, onKeys]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || isModifier(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onLeave();
    else if (first !== undefined) onKeys(`${first} ${keyName(event)}`);
    else if (event.ctrlKey || event.metaKey || event.altKey) onKeys(keyName(event));
    else setFirst(keyName(event));
  };
  return (
    <Button
      size="compact-xs"
      data-autofocus
      autoFocus
      aria-label={`Press the new keys of ${label}, Escape to leave them as they are`}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    >
      {first === undefined ? 'Press keys …' : `${shownKeys(first).join(' ')} …`}
    </Button>
  );
}
