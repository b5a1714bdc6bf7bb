/** Above a table: search, filters, "n of m", what can be done with the chosen rows, columns, saved views, copy. */
import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../format.ts';
import { useShortcuts } from '../shortcuts.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { TableColumn, TableView } from './columns.ts';
import { SavedViews } from './saved-views.tsx';

interface ToolbarProps<Row> {
  /** Keeps views of it under names; none are kept without. */
  id: string | undefined;
  noun: string;
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
  /** How many rows are shown, of how many. */
  shown: number;
  total: number;
  view: TableView;
  onView: (view: TableView) => void;
  /** Where the rows can be searched: what follows when the search is left for them. */
  onLeaveSearch?: (() => void) | undefined;
  filters: ReactNode;
  /** What is chosen and what can be done with it, and what else is to be said of the rows. */
  selection: ReactNode;
  /** At the right end, before what every table has. */
  actions: ReactNode;
  copyMenu: ReactNode;
}

export function TableToolbar<Row>({
  id,
  noun,
  columns,
  visible,
  shown,
  total,
  view,
  onView,
  ...slots
}: ToolbarProps<Row>) {
  const narrowed = view.search !== '' || Object.values(view.filters).some((chosen) => chosen.length > 0);
  return (
    <div className="ms-table-toolbar">
      {slots.onLeaveSearch ? (
        <SearchField noun={noun} view={view} onView={onView} onLeave={slots.onLeaveSearch} />
      ) : null}
      {slots.filters}
      {narrowed ? (
        <Button variant="subtle" size="compact-xs" onClick={() => onView({ ...view, search: '', filters: {} })}>
          Clear
        </Button>
      ) : null}
      <Text size="xs" c="dimmed" aria-live="polite" className="ms-table-count" data-testid="count">
        {formatCount(shown)} of {formatCount(total)} {noun}
      </Text>
      {slots.selection}
      <Group gap={2} ml="auto" wrap="nowrap">
        {slots.actions}
        {id === undefined ? null : <SavedViews id={id} view={view} onView={onView} />}
        <ColumnChooser columns={columns} visible={visible} view={view} onView={onView} />
        {slots.copyMenu}
      </Group>
    </div>
  );
}

interface SearchFieldProps {
  noun: string;
  view: TableView;
  onView: (view: TableView) => void;
  onLeave: () => void;
}

function SearchField({ noun, view, onView, onLeave }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ 'table.search': () => field.current?.focus() });
  return (
    <TextInput
      ref={field}
      size="xs"
      w={230}
      value={view.search}
      onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'Escape') {
          event.preventDefault();
          onLeave();
        }
      }}
      placeholder={`Search ${noun}`}
      aria-label={`Search ${noun}`}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        view.search ? (
          <CloseButton size="xs" aria-label="Clear the search" onClick={() => onView({ ...view, search: '' })} />
        ) : null
      }
    />
  );
}
