import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usePreference } from '../../ui/preferences.ts';
import { type EventsSearch, filterOf, parseEventsSearch, withoutEmpty } from './events-address.ts';

interface SavedFiltersProps {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

/** Filters and order of the log under names. */
export function SavedFilters({ search, onSearch }: SavedFiltersProps) {
  const [views, setViews] = usePreference<{ name: string; search: Record<string, unknown> }[]>('views.events', []);
  const [name, setName] = useState('');
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') return;
    const kept = { name: wanted, search: { ...filterOf(search), ...(search.order ? { order: search.order } : {}) } };
    setViews([...views.filter((one) => one.name !== wanted), kept]);
    setName('');
  };
  return (
    <Popover position="bottom-end" shadow="md" width={270} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Saved filters">
          <ActionIcon aria-label="Saved filters">
            <IconBookmark size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="xs">
          {views.length === 0 ? (
            <Text size="xs" c="dimmed">
              No saved filters yet. A name keeps types, object, way, verdict, text, time and order.
            </Text>
          ) : null}
          {views.map((saved) => (
            <Group key={saved.name} gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                flex={1}
                justify="start"
                // Kept by an older version perhaps: read like an address.
                onClick={() => onSearch(withoutEmpty({ ...parseEventsSearch(saved.search), event: search.event }))}
              >
                {saved.name}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={`Delete the filters ${saved.name}`}
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
              placeholder="Name of these filters"
              aria-label="Name of these filters"
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
