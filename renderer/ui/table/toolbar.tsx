/** Above a table: search, filters, "n of m", columns, saved views, copy. */
import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { formatCount } from '../format.ts';
import { useShortcuts } from '../shortcuts.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { distinctValues, type TableColumn, type TableView } from './columns.ts';
import { CopyMenu, sourceOf } from './copy-menu.tsx';
import { SavedViews } from './saved-views.tsx';
import { ValueFilter, type ViewProps } from './value-filter.tsx';

interface ToolbarProps<Row> {
  id: string;
  noun: string;
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
  rows: readonly Row[];
  shown: readonly Row[];
  total: number;
  view: TableView;
  onView: (view: TableView) => void;
  actions: ReactNode;
  /** What is chosen and what can be done with it. */
  selection: ReactNode;
  onLeaveSearch: () => void;
}

export function TableToolbar<Row>(props: ToolbarProps<Row>) {
  const { view, onView, columns, rows } = props;
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({ 'table.search': () => search.current?.focus() });
  const narrowed = view.search !== '' || Object.values(view.filters).some((chosen) => chosen.length > 0);
  return (
    <div className="ms-table-toolbar">
      <TextInput
        ref={search}
        size="xs"
        w={230}
        value={view.search}
        onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'Escape') {
            event.preventDefault();
            props.onLeaveSearch();
          }
        }}
        placeholder={`Search ${props.noun}`}
        aria-label={`Search ${props.noun}`}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          view.search ? (
            <CloseButton size="xs" aria-label="Clear the search" onClick={() => onView({ ...view, search: '' })} />
          ) : null
        }
      />
      {columns
        .filter(({ filter }) => filter)
        .map((column) => (
          <RowFilter key={column.id} column={column} rows={rows} view={view} onView={onView} />
        ))}
      {narrowed ? (
        <Button variant="subtle" size="compact-xs" onClick={() => onView({ ...view, search: '', filters: {} })}>
          Clear
        </Button>
      ) : null}
      <Text size="xs" c="dimmed" aria-live="polite" className="ms-table-count" data-testid="count">
        {formatCount(props.shown.length)} of {formatCount(props.total)} {props.noun}
      </Text>
      {props.selection}
      <Group gap={2} ml="auto" wrap="nowrap">
        {props.actions}
        <SavedViews id={props.id} view={view} onView={onView} />
        <ColumnChooser columns={columns} visible={props.visible} view={view} onView={onView} />
        <CopyMenu noun={props.noun} columns={columns} visible={props.visible} rows={sourceOf(props.shown)} />
      </Group>
    </div>
  );
}

/** Offers what occurs in a column of the rows. */
function RowFilter<Row>({ rows, ...props }: ViewProps & { column: TableColumn<Row>; rows: readonly Row[] }) {
  const values = useMemo(() => distinctValues(props.column, rows), [props.column, rows]);
  return <ValueFilter values={values} {...props} />;
}
