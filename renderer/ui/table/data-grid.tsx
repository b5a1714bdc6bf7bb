/** The grid of a {@link DataTable}. Scrolling renders only this, and of it only the rows that come into view. */
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { useLatest } from '../use-latest.ts';
import { type GridKeys, moveCursor, runGridKey } from '../virtual-grid/grid-keys.ts';
import { useVirtualRows, type VirtualRows } from '../virtual-grid/use-virtual-rows.ts';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import { gridOf, type TableColumn, toTsv } from './columns.ts';
import { HeaderRow } from './header-row.tsx';
import { type RowSources, rowItems } from './row-items.ts';
import { SelectAllBox, type Selection, selectionWidth } from './selection.tsx';
import { type RowActions, TableRow } from './table-row.tsx';
import type { RowCursor } from './use-row-cursor.ts';

interface DataGridProps<Row> extends RowSources<Row> {
  noun: string;
  rowId: (row: Row) => string;
  visible: readonly TableColumn<Row>[];
  shown: readonly Row[];
  onOpen: ((row: Row) => void) | undefined;
  columns: readonly TableColumn<Row>[];
  cursor: RowCursor<Row>;
  /** Undefined where rows cannot be chosen. */
  selection: Selection<Row> | undefined;
  chosen: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  /** Where search and filters leave no row. */
  noneLeft: ReactNode;
  head: Pick<ComponentProps<typeof HeaderRow>, 'sorting' | 'onSort'>;
}

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { noun, visible, shown, rowId, cursor, selection, chosen, onOpen, scroller } = props;
  const rows = useVirtualRows(scroller, { count: shown.length, rowHeight: 30, overscan: 8 });
  const { history } = useRouter();
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
      aria-activedescendant={cursor.row ? rows.idOf(cursor.at) : undefined}
      onKeyDown={(event) => runGridKey(event, keysOf(props, rows))}
      itemsOf={(index, place) => {
        const row = shown[index];
        if (row === undefined) return [];
        cursor.put(index);
        return rowItems(row, props, { ...place, lead: (address) => history.push(address) });
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget && cursor.at < 0) cursor.put(0);
      }}
      head={
        <HeaderRow
          {...props.head}
          {...grid}
          visible={visible}
          selectAll={
            selection && (
              <SelectAllBox
                noun={noun}
                all={shown.length > 0 && shown.every(selection.has)}
                some={chosen.length > 0}
                onToggle={() => selection.toggleAll(shown)}
              />
            )
          }
        />
      }
      empty={props.noneLeft}
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
            atCursor={index === cursor.at}
            selected={isChosen ?? index === cursor.at}
            chosen={isChosen}
            actions={actions}
          />
        );
      })}
    </VirtualGrid>
  );
}

function keysOf<Row>(
  { visible, shown, cursor, selection, chosen, onOpen }: DataGridProps<Row>,
  rows: VirtualRows,
): GridKeys {
  const { at, row: current } = cursor;
  return {
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
  };
}

/** Copies the chosen rows or, where none is, the one that the cursor is on. */
function copyRow<Row>(visible: readonly TableColumn<Row>[], current: Row, chosen: readonly Row[]): void {
  const several = chosen.length > 0;
  void copyText(
    toTsv(visible, several ? chosen : [current], csvOptions()),
    several ? `Copied the selection: ${formatCount(chosen.length)}.` : 'Copied the row.',
  );
}
