import { memo, type RefObject } from 'react';
import { GridCell, GridRow } from '../virtual-grid/virtual-grid.tsx';
import { alignOf, cellOf, type TableColumn } from './columns.ts';
import { SelectBox } from './selection.tsx';

export interface RowActions<Row> {
  /** The row was clicked; undefined where it is still on its way. */
  onClick: (index: number, row: Row | undefined, shiftKey: boolean) => void;
  /** Undefined where rows have no boxes. */
  onToggle?: ((row: Row) => void) | undefined;
}

interface TableRowProps<Row> {
  id: string;
  index: number;
  /** Where it begins, px. */
  start: number;
  /** Undefined while it is on its way. */
  row: Row | undefined;
  visible: readonly TableColumn<Row>[];
  template: string;
  /** The cursor is on this row, and on which of its cells; undefined: on the row as a whole. */
  atCursor: boolean;
  cell?: number | undefined;
  selected: boolean;
  /** Whether the row's box is ticked; undefined where rows have no boxes. */
  chosen?: boolean | undefined;
  actions: RefObject<RowActions<Row>>;
}

function TableRowView<Row>({ row, visible, atCursor, cell, selected, chosen, actions, ...place }: TableRowProps<Row>) {
  const { id, index } = place;
  return (
    <GridRow
      {...place}
      aria-selected={selected}
      data-cursor={atCursor ? true : undefined}
      onClick={({ target, shiftKey }) => {
        const own = (target as Element).closest('a, button, input, .ms-table-select'); // a click's target is an element
        if (!own) actions.current.onClick(index, row, shiftKey);
      }}
    >
      {chosen === undefined ? null : (
        <GridCell className="ms-table-select">
          {row === undefined ? null : (
            <SelectBox
              inGrid
              label={`Select ${visible[0]?.value(row) ?? `row ${index + 1}`}`}
              checked={chosen}
              onToggle={() => actions.current.onToggle?.(row)}
            />
          )}
        </GridCell>
      )}
      {visible.map((column, place) => (
        <GridCell
          key={column.id}
          id={cellId(id, place)}
          data-align={alignOf(column)}
          data-at={atCursor && place === cell ? true : undefined}
        >
          {row === undefined ? '…' : cellOf(column, row)}
        </GridCell>
      ))}
    </GridRow>
  );
}

/** A row is drawn again only when something of it changed. (`memo` forgets that the component is generic.) */
export const TableRow = memo(TableRowView) as typeof TableRowView;

export function cellId(row: string, cell: number): string {
  return `${row}-${cell}`;
}
