/** A button that opens the values of a column; the chosen ones narrow the table down to their rows. */
import { Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { MOST_CHOICES } from '#shared/list-columns.ts';
import { Dim } from '../dim.tsx';
import { formatCount } from '../format.ts';
import { type CellValue, namedValue, type TableColumn, type TableView } from './columns.ts';

export interface ViewProps {
  view: TableView;
  onView: (view: TableView) => void;
}

/** What can be chosen, and how many rows have it where that is known. */
export interface Choice {
  value: CellValue;
  count?: number;
}

interface ValueFilterProps<Row> extends ViewProps {
  column: TableColumn<Row>;
  values: readonly Choice[];
}

export function ValueFilter<Row>({ column, values, view, onView }: ValueFilterProps<Row>) {
  const chosen = view.filters[column.id] ?? [];
  const toggle = (value: (typeof chosen)[number]) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    onView({ ...view, filters: { ...view.filters, [column.id]: next } });
  };
  if (values.length < 2 && chosen.length === 0) return null;
  const listed = choicesListed(values, chosen);
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
            {listed.map(({ value, count }) => (
              <Checkbox
                key={String(value)}
                size="xs"
                label={
                  <Group gap="xs" justify="space-between" wrap="nowrap">
                    <span>{value === undefined || value === '' ? 'none' : namedValue(column, value)}</span>
                    {count === undefined ? null : <span className="ms-dim">{formatCount(count)}</span>}
                  </Group>
                }
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
            {values.length > MOST_CHOICES ? (
              <Dim>Only the {MOST_CHOICES} most frequent values are listed. Search the table for others.</Dim>
            ) : null}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The first values, behind those that are chosen and not among them: what is chosen can always be let go. */
export function choicesListed(values: readonly Choice[], chosen: readonly CellValue[]): readonly Choice[] {
  const first = values.slice(0, MOST_CHOICES);
  const others = chosen.filter((one) => !first.some(({ value }) => value === one));
  return [...others.map((value) => values.find((one) => one.value === value) ?? { value }), ...first];
}
