/** The grid of a {@link DataTable}. Scrolling renders only this, and of it only the rows that come into view. */
import { Text } from '@mantine/core';
import type { ComponentProps, RefObject } from 'react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { EmptyState } from '../states.tsx';
import { useLatest } from '../use-latest.ts';
import { moveCursor, runGridKey } from '../virtual-grid/grid-keys.ts';
import { useVirtualRows } from '../virtual-grid/use-virtual-rows.ts';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import { gridOf, type TableColumn, toTsv } from './columns.ts';
import { HeaderRow } from './header-row.tsx';
import { SelectAllBox, type Selection, selectionWidth } from './selection.tsx';
import { type RowActions, TableRow } from './table-row.tsx';
import type { RowCursor } from './use-row-cursor.ts';

interface DataGridProps<Row> {
  noun: string;
  rowId: (row: Row) => string;
  visible: readonly TableColumn<Row>[];
  shown: readonly Row[];
  onOpen: ((row: Row) => void) | undefined;
  cursor: RowCursor<Row>;
  /** Undefined where rows cannot be chosen. */
  selection: Selection<Row> | undefined;
  chosen: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  head: Pick<ComponentProps<typeof HeaderRow>, 'sorting' | 'onSort'>;
}

export function DataGrid<Row>({ visible, shown, rowId, cursor, selection, ...props }: DataGridProps<Row>) {
  const { noun, chosen, onOpen, scroller } = props;
  const rows = useVirtualRows(scroller, { count: shown.length, rowHeight: 30, overscan: 8 });
  const { at, row: current } = cursor;
  const grid = gridOf(visible, selection ? selectionWidth : 0);
  const actions = useLatest<RowActions<Row>>({
    onClick: (index, row) => {
      cursor.put(index);
      if (row) onOpen?.(row);
    },
    onToggle: (row) => {
      selection?.toggle(row);
      scroller.current?.focus();
    },
  });
  return (
    <VirtualGrid
      rows={rows}
      label={noun}
      minWidth={grid.minWidth}
      aria-colcount={visible.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={current ? rows.idOf(at) : undefined}
      onKeyDown={(event) =>
        runGridKey(event, {
          move: ({ key }) => {
            const next = moveCursor(key, at, shown.length, rows.page());
            if (next === undefined) return false;
            cursor.put(next);
            rows.scrollTo(next);
            return true;
          },
          copy: current && (() => copyRow(visible, current, chosen)),
          selectAll: selection && (() => selection.toggleAll(shown)),
          keys: {
            Enter: current && (() => onOpen?.(current)),
            ' ': current && selection && (() => selection.toggle(current)),
            Escape: cursor.clear,
          },
        })
      }
      onFocus={(event) => {
        if (event.target === event.currentTarget && at < 0) cursor.put(0);
      }}
      head={
        <HeaderRow
          {...props.head}
          {...grid}
          visible={visible}
          selectAll={selection && <SelectAllBox noun={noun} shown={shown} chosen={chosen} selection={selection} />}
        />
      }
      empty={
        <EmptyState title={`No ${noun} match`}>
          <Text size="sm">Clear the search or the filters above to see all of them.</Text>
        </EmptyState>
      }
    >
      {rows.items.map(({ index, start }) => {
        const row = shown[index];
        if (!row) return null;
        const isChosen = selection?.has(row);
        return (
          <TableRow
            key={rowId(row)}
            id={rows.idOf(index)}
            index={index}
            start={start}
            row={row}
            visible={visible}
            template={grid.template}
            atCursor={index === at}
            selected={isChosen ?? index === at}
            chosen={isChosen}
            actions={actions}
          />
        );
      })}
    </VirtualGrid>
  );
}

/** Copies the chosen rows or, where none is, the one that the cursor is on. */
function copyRow<Row>(visible: readonly TableColumn<Row>[], current: Row, chosen: readonly Row[]): void {
  const several = chosen.length > 0;
  void copyText(
    toTsv(visible, several ? chosen : [current], csvOptions()),
    several ? `Copied the selection: ${formatCount(chosen.length)}.` : 'Copied the row.',
  );
}
