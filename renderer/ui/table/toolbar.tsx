/** Above a table: search, filters, "n of m", columns, saved views, copy. */
import {
  ActionIcon,
  Button,
  Checkbox,
  CloseButton,
  Group,
  Popover,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { formatCount } from '../format.ts';
import { useShortcuts } from '../shortcuts.ts';
import { distinctValues, emptyView, type TableColumn, type TableView } from './columns.ts';
import { CopyMenu } from './copy-menu.tsx';
import { SavedViews } from './saved-views.tsx';

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
          <ValueFilter key={column.id} column={column} rows={rows} view={view} onView={onView} />
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
        <CopyMenu noun={props.noun} columns={columns} visible={props.visible} rows={props.shown} />
      </Group>
    </div>
  );
}

type ViewProps = Pick<ToolbarProps<unknown>, 'view' | 'onView'>;

function ValueFilter<Row>({
  column,
  rows,
  view,
  onView,
}: ViewProps & { column: TableColumn<Row>; rows: readonly Row[] }) {
  const values = useMemo(() => distinctValues(column, rows), [column, rows]);
  const chosen = view.filters[column.id] ?? [];
  const toggle = (value: (typeof chosen)[number]) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    onView({ ...view, filters: { ...view.filters, [column.id]: next } });
  };
  if (values.length < 2 && chosen.length === 0) return null;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="compact-sm"
          leftSection={<IconFilter size={13} aria-hidden />}
        >
          {column.header}
          {chosen.length > 0 ? `: ${chosen.length}` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <ScrollArea.Autosize mah={320}>
          <Stack gap={8} miw={180}>
            {values.slice(0, 200).map(({ value, count }) => (
              <Checkbox
                key={String(value)}
                size="xs"
                label={
                  <Group gap="xs" justify="space-between" wrap="nowrap">
                    <span>{value === undefined || value === '' ? 'none' : value}</span>
                    <span className="ms-dim">{formatCount(count)}</span>
                  </Group>
                }
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnChooser<Row>({
  columns,
  visible,
  view,
  onView,
}: ViewProps & Pick<ToolbarProps<Row>, 'columns' | 'visible'>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon aria-label="Choose columns">
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap={8}>
          {columns.map((column) => {
            const on = visible.includes(column);
            return (
              <Checkbox
                key={column.id}
                size="xs"
                label={column.header}
                checked={on}
                disabled={on && visible.length === 1}
                onChange={() => onView({ ...view, visibility: { ...view.visibility, [column.id]: !on } })}
              />
            );
          })}
          <Button variant="subtle" size="compact-xs" onClick={() => onView({ ...emptyView, search: view.search })}>
            As it was at first
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
