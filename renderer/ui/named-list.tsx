/** Things kept under names, in a popover: choose one, delete one, keep what is there now. The caller owns the list. */
import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dim } from './dim.tsx';
import { IconButton } from './icon-button.tsx';

interface NamedListProps<Item extends { name: string }> {
  items: readonly Item[];
  onChoose: (item: Item) => void;
  /** With the whole new list. */
  onItems: (items: Item[]) => void;
  /** What is there now, under a name. */
  current: (name: string) => Item;
  words: { title: string; empty: string; nameLabel: string; deleteLabel: (name: string) => string };
}

export function NamedList<Item extends { name: string }>(props: NamedListProps<Item>) {
  const { onChoose, onItems, words } = props;
  // Kept ones may be damaged, or an older program's.
  const items = props.items.filter((one: Item | null) => typeof one?.name === 'string');
  const [name, setName] = useState('');
  const wanted = name.trim();
  const save = () => {
    if (wanted === '') return;
    onItems([...items.filter((one) => one.name !== wanted), props.current(wanted)]);
    setName('');
  };
  return (
    <Popover position="bottom-end" shadow="md" width={270} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconBookmark} label={words.title} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="xs">
          {items.length === 0 ? <Dim>{words.empty}</Dim> : null}
          {items.map((item) => (
            <Group key={item.name} gap={4} wrap="nowrap">
              <Button variant="subtle" size="compact-sm" flex={1} justify="start" onClick={() => onChoose(item)}>
                {item.name}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={words.deleteLabel(item.name)}
                onClick={() => onItems(items.filter((one) => one.name !== item.name))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Group gap={4} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              placeholder={words.nameLabel}
              aria-label={words.nameLabel}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') save();
              }}
            />
            <Button onClick={save} disabled={wanted === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
