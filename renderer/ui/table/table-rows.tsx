/**
 * The rows of a table that are in view. Scrolling renders only this, and of it only the rows that came into view: the
 * row is remembered as long as nothing of it changed.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useImperativeHandle, useRef } from 'react';
import type { TableColumn } from './columns.ts';
import { SelectBox } from './selection.tsx';

/** Height of a row, px; the style sheet has the same. */
export const rowHeight = 30;

export interface RowActions<Row> {
  onClick: (index: number, row: Row) => void;
  /** Undefined where rows cannot be chosen. */
  onToggle: ((row: Row) => void) | undefined;
}

interface TableRowsProps<Row> {
  rows: readonly Row[];
  visible: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  template: string;
  minWidth: string;
  /** The element that scrolls; null until it is there. */
  scroller: HTMLDivElement | null;
  /** Filled with the way to scroll to a row. */
  scrollTo: RefObject<((index: number) => void) | null>;
  baseId: string;
  cursor: number;
  isChosen: ((row: Row) => boolean) | undefined;
  actions: RowActions<Row>;
}

export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { rows, rowId, scroller, isChosen, cursor } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useImperativeHandle(props.scrollTo, () => (index: number) => virtual.scrollToIndex(index), [virtual]);
  const actions = useRef(props.actions);
  actions.current = props.actions;
  return (
    // biome-ignore lint/a11y: part of the grid around it
    <div role="rowgroup" className="ms-table-body" style={{ height: virtual.getTotalSize(), minWidth: props.minWidth }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return row ? (
          <TableRow
            key={rowId(row)}
            id={`${props.baseId}-${item.index}`}
            row={row}
            name={rowId(row)}
            index={item.index}
            start={item.start}
            visible={props.visible}
            template={props.template}
            atCursor={item.index === cursor}
            chosen={isChosen?.(row)}
            actions={actions}
          />
        ) : null;
      })}
    </div>
  );
}

interface TableRowProps<Row> {
  id: string;
  row: Row;
  name: string;
  index: number;
  start: number;
  visible: readonly TableColumn<Row>[];
  template: string;
  atCursor: boolean;
  /** Undefined where rows cannot be chosen. */
  chosen: boolean | undefined;
  actions: RefObject<RowActions<Row>>;
}

function TableRowView<Row>({ row, index, visible, atCursor, chosen, actions, ...props }: TableRowProps<Row>) {
  return (
    // biome-ignore lint/a11y: the grid has the focus and the keys; aria-activedescendant names this row
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen ?? atCursor}
      data-cursor={atCursor ? true : undefined}
      className="ms-table-row"
      style={{ gridTemplateColumns: props.template, transform: `translateY(${props.start}px)` }}
      onClick={(event) => {
        const own = (event.target as Element).closest('a, button, input, .ms-table-select'); // a click's target is an element
        if (!own) actions.current.onClick(index, row);
      }}
    >
      {chosen === undefined ? null : (
        // biome-ignore lint/a11y: part of the grid
        <div role="gridcell" className="ms-table-select">
          <SelectBox
            inGrid
            label={`Select ${visible[0]?.value(row) ?? props.name}`}
            checked={chosen}
            onToggle={() => actions.current.onToggle?.(row)}
          />
        </div>
      )}
      {visible.map((column) => (
        // biome-ignore lint/a11y: cells are read, the row is acted on
        <div key={column.id} role="gridcell" className="ms-table-cell" data-align={column.align ?? 'start'}>
          {column.render ? column.render(row) : column.value(row)}
        </div>
      ))}
    </div>
  );
}

// `memo` forgets that the component is generic.
const TableRow = memo(TableRowView) as typeof TableRowView;
