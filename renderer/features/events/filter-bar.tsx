/** What narrows the log: all of it in the address, and under names where someone wants it again. */
import { Button, Group, Menu, MultiSelect, Popover, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconClock, IconDownload, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { KNOWN_EVENT_TYPES } from '#shared/event-types.ts';
import { call, useCall } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { SaveItem } from '../../ui/policy.tsx';
import { csvOptions, RawTextItem } from '../../ui/raw-text.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { wayWords } from './event-words.ts';
import { type EventsSearch, filterOf, isFiltered, verdicts, ways, withoutEmpty } from './events-address.ts';
import { SavedFilters } from './saved-filters.tsx';
import { LookUp, MarkDelivered } from './service-actions.tsx';

const verdictNames: Record<(typeof verdicts)[number], string> = {
  signed: 'Signed delivery',
  unsigned: 'Only listed by the API',
  late: 'Late',
  hole: 'Filled in by a poll',
  repeated: 'Delivered more than once',
  undelivered: 'Undelivered',
  denied: 'Not known to the service',
};

interface FilterBarProps {
  workspace: string;
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

function Filters({ workspace, search, onSearch }: FilterBarProps) {
  const types = useCall('events.types', { workspace });
  const set = (change: { [K in keyof EventsSearch]: EventsSearch[K] | undefined }) =>
    onSearch(withoutEmpty({ ...search, ...change }));
  const known = new Map((types.data ?? []).map(({ type, count }) => [type, `${type} (${formatCount(count)})`]));
  for (const type of [...KNOWN_EVENT_TYPES, ...(search.types ?? [])]) if (!known.has(type)) known.set(type, type);
  return (
    <search className="ms-event-filters" aria-label="Filter the events">
      <SearchField value={search.text ?? ''} onChange={(text) => set({ text })} />
      <MultiSelect
        size="xs"
        aria-label="Types"
        placeholder={search.types?.length ? '' : 'All types'}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={search.types ?? []}
        onChange={(chosen) => set({ types: chosen })}
        // Counts change with every event; they are looked at only here.
        onDropdownOpen={() => void types.refetch()}
        searchable
        clearable
        maxDropdownHeight={320}
        comboboxProps={{ width: 340, position: 'bottom-start' }}
        className="ms-event-types"
        hidePickedOptions
      />
      <ObjectField value={search.object ?? ''} onChange={(object) => set({ object })} />
      <Select
        size="xs"
        w={108}
        aria-label="Way of arrival"
        placeholder="Any way"
        clearable
        data={ways.map((way) => ({ value: way, label: wayWords[way] }))}
        value={search.ways?.[0] ?? null}
        onChange={(way) => set({ ways: ways.filter((one) => one === way) })}
      />
      <Select
        size="xs"
        w={142}
        aria-label="Verdict"
        placeholder="Any verdict"
        clearable
        data={verdicts.map((verdict) => ({ value: verdict, label: verdictNames[verdict] }))}
        value={search.verdict ?? null}
        onChange={(chosen) => set({ verdict: verdicts.find((one) => one === chosen) })}
      />
      <TimeRange search={search} onChange={set} />
      <SegmentedControl
        size="xs"
        aria-label="Order"
        data={[
          { value: 'arrival', label: 'Arrived' },
          { value: 'happened', label: 'Happened' },
        ]}
        value={search.order ?? 'arrival'}
        onChange={(order) => set({ order: order === 'happened' ? 'happened' : undefined })}
      />
      <Group gap={2} ml="auto" wrap="nowrap">
        {isFiltered(search) ? (
          <IconButton icon={IconFilterOff} label="Clear the filters" onClick={() => onSearch(cleared(search))} />
        ) : null}
        {search.verdict === 'undelivered' ? <MarkDelivered workspace={workspace} search={search} /> : null}
        <LookUp workspace={workspace} onFound={(event) => onSearch({ ...search, event })} />
        <SavedFilters search={search} onSearch={onSearch} />
        <ExportMenu workspace={workspace} search={search} />
      </Group>
    </search>
  );
}

/** Not drawn again while events arrive: nothing of it depends on them. */
export const FilterBar = memo(Filters, (a, b) => a.workspace === b.workspace && a.search === b.search);

/** The same place without anything that narrows it. */
export function cleared({ order, event }: EventsSearch): EventsSearch {
  return withoutEmpty({ order, event });
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ 'events.search': () => input.current?.focus() });
  const [typed, type] = useTyped(value, onChange);
  return (
    <TextInput
      ref={input}
      size="xs"
      w={160}
      aria-label="Text in the event"
      placeholder="Text in the JSON  /"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function ObjectField({ value, onChange }: { value: string; onChange: (uid: string) => void }) {
  const [typed, type] = useTyped(value, onChange);
  return (
    <TextInput
      size="xs"
      w={128}
      aria-label="Uid of an authorization, meter or form"
      placeholder="Uid of an object"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/**
 * Typing is shown at once and applied when it pauses. A value from elsewhere (a saved view) replaces the text; one that was
 * applied here and comes back with the address does not, as more may have been typed since.
 */
function useTyped(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  const apply = useDebouncedCallback((text: string) => {
    applied.current = text;
    onChange(text);
  }, 200);
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setTyped(value);
  }, [value]);
  return [
    typed,
    (text) => {
      setTyped(text);
      apply(text.trim());
    },
  ];
}

interface TimeRangeProps {
  search: EventsSearch;
  onChange: (change: Pick<EventsSearch, 'from' | 'to'> | { from: undefined; to: undefined }) => void;
}

function TimeRange({ search, onChange }: TimeRangeProps) {
  const { from, to } = search;
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      size="xs"
      type="datetime-local"
      step={1}
      label={label}
      value={localText(search[name])}
      onChange={(event) => {
        const at = event.currentTarget.value === '' ? undefined : new Date(event.currentTarget.value).getTime();
        onChange({ from, to, [name]: at } as { from: undefined; to: undefined }); // undefined members are dropped by the caller
      }}
    />
  );
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={from !== undefined || to !== undefined ? 'light' : 'default'}
          leftSection={<IconClock size={13} aria-hidden />}
        >
          Time
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="xs">
          {field(
            'from',
            `From, as it ${search.order === 'happened' ? 'happened' : 'arrived'}, in this computer’s time`,
          )}
          {field('to', 'Up to')}
          <Button variant="subtle" size="compact-xs" onClick={() => onChange({ from: undefined, to: undefined })}>
            Any time
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** As a datetime-local input wants it: local time without a zone. */
function localText(epochMs: number | undefined): string {
  if (epochMs === undefined) return '';
  const shifted = epochMs - new Date(epochMs).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 19);
}

function ExportMenu({ workspace, search }: { workspace: string; search: EventsSearch }) {
  const run = async (format: 'ndjson' | 'csv') => {
    try {
      const saved = await call('events.export', {
        workspace,
        filter: filterOf(search),
        order: search.order ?? 'arrival',
        format,
        ...csvOptions(),
      });
      if (saved) notify(`Saved ${formatCount(saved.events)} events to ${saved.path}`);
    } catch (error) {
      notifyFailure(error);
    }
  };
  usePaletteActions([
    {
      id: 'events-ndjson',
      label: 'Export these events as NDJSON',
      group: 'Events',
      saves: 'files',
      run: () => void run('ndjson'),
    },
    {
      id: 'events-csv',
      label: 'Export these events as CSV',
      group: 'Events',
      saves: 'csv',
      run: () => void run('csv'),
    },
  ]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDownload} label="Export what matches" />
      </Menu.Target>
      <Menu.Dropdown>
        <SaveItem kind="files" onClick={() => void run('ndjson')}>
          NDJSON, each event as received
        </SaveItem>
        <SaveItem kind="csv" onClick={() => void run('csv')}>
          CSV
        </SaveItem>
        <Menu.Divider />
        <RawTextItem />
      </Menu.Dropdown>
    </Menu>
  );
}
