/** Chooses which columns a table shows. */
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { IconButton } from '../icon-button.tsx';
import { emptyView, type TableColumn } from './columns.ts';
import type { ViewProps } from './value-filter.tsx';

interface ColumnChooserProps<Row> extends ViewProps {
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
}

export function ColumnChooser<Row>({ columns, visible, view, onView }: ColumnChooserProps<Row>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconColumns3} label="Choose columns" hint="Columns" />
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
            Reset the columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
