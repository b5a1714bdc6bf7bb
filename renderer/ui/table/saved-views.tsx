import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usePreference } from '../preferences.ts';
import type { TableView } from './columns.ts';

interface NamedView {
  name: string;
  view: TableView;
}

/** Views of a table under names: what is sorted, filtered, searched and shown. */
export function SavedViews({ id, view, onView }: { id: string; view: TableView; onView: (view: TableView) => void }) {
  const [views, setViews] = usePreference<NamedView[]>(`views.${id}`, []);
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    setViews([...views.filter((one) => one.name !== name.trim()), { name: name.trim(), view }]);
    setName('');
  };
  return (
    <Popover position="bottom-end" shadow="md" width={270} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Saved views">
          <ActionIcon aria-label="Saved views">
            <IconBookmark size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="xs">
          {views.length === 0 ? (
            <Text size="xs" c="dimmed">
              No saved views yet. A view keeps columns, order, filters and search under a name.
            </Text>
          ) : null}
          {views.map((saved) => (
            <Group key={saved.name} gap={4} wrap="nowrap">
              <Button variant="subtle" size="compact-sm" flex={1} justify="start" onClick={() => onView(saved.view)}>
                {saved.name}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={`Delete the view ${saved.name}`}
                onClick={() => setViews(views.filter((one) => one.name !== saved.name))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Group gap={4} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              placeholder="Name of this view"
              aria-label="Name of this view"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') save();
              }}
            />
            <Button onClick={save} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
