/** Rows that are chosen in a table, beside its cursor: kept by id, so that sorting and filtering do not lose them. */
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format.ts';

/** Width of the column of checkboxes, in rem. */
export const selectionWidth = 2.25;

export interface Selection<Row> {
  chosen: ReadonlySet<string>;
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Chooses all of these rows, or none of them when all were chosen. */
  toggleAll: (rows: readonly Row[]) => void;
  clear: () => void;
}

export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    has: (row) => chosen.has(rowId(row)),
    toggle: (row) => setChosen((old) => toggled(old, [rowId(row)])),
    toggleAll: (rows) => setChosen((old) => toggled(old, rows.map(rowId))),
    clear: () => setChosen(new Set()),
  };
}

/** Takes ids out when all of them are in, else puts them in. */
export function toggled(old: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(old);
  const all = ids.every((id) => old.has(id));
  for (const id of ids) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** In the toolbar: how many are chosen, and what can be done with them. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label="Selection">
      <Text size="xs" fw={600} aria-live="polite" data-testid="selected" className="ms-table-count">
        {formatCount(count)} selected
      </Text>
      {children}
      <Button variant="subtle" size="compact-xs" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  /** Rows are chosen by Space on the grid, so their boxes are no tab stops of their own. */
  inGrid?: boolean;
  onToggle: () => void;
}

export function SelectBox({ label, checked, indeterminate, inGrid, onToggle }: SelectBoxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={checked}
      indeterminate={indeterminate ?? false}
      onChange={onToggle}
      {...(inGrid ? { tabIndex: -1 } : {})}
    />
  );
}

interface SelectAllProps {
  noun: string;
  /** All rows that are shown are chosen. */
  all: boolean;
  /** Any row is chosen, shown or not. */
  some: boolean;
  onToggle: () => void;
}

/** In the head: chooses all rows that are shown, or none of them. */
export function SelectAllBox({ noun, all, some, onToggle }: SelectAllProps) {
  return (
    <SelectBox
      label={`Select all ${noun} that are shown`}
      checked={all}
      indeterminate={!all && some}
      onToggle={onToggle}
    />
  );
}
