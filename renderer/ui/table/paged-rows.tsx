/** The grid of a {@link PagedTable}, and the keys that move in it. Rows that come into view are asked for by their pages. */
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, type RefObject, useEffect } from 'react';
import { tsvText } from '#shared/csv.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { NoMatch } from '../states.tsx';
import { useLatest } from '../use-latest.ts';
import { type GridKeys, runGridKey } from '../virtual-grid/grid-keys.ts';
import { useVirtualRows, type VirtualRows } from '../virtual-grid/use-virtual-rows.ts';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import { copiedValue, gridOf, type TableColumn, toTsv } from './columns.ts';
import { copyRows, type RowSource } from './copy-menu.tsx';
import { HeaderRow } from './header-row.tsx';
import { movedCursor, rangeOf, type useRangeCursor } from './range-cursor.ts';
import { type RowSources, rowItems } from './row-items.ts';
import { SelectAllBox, selectionWidth } from './selection.tsx';
import { cellId, type RowActions, TableRow } from './table-row.tsx';
import type { ChosenKeys, Keyed } from './use-chosen-keys.ts';
import { type PageAnswer, type usePages, useRows } from './use-pages.ts';
import { useWhenHere } from './when-here.ts';

interface PagedRowsProps<Row, Key extends Keyed> extends RowSources<Row> {
  noun: string;
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
  /** Another text where the rows are others, or in another order. */
  order: string;
  pages: ReturnType<typeof usePages<PageAnswer<Row>>>;
  cursor: ReturnType<typeof useRangeCursor>;
  /** False while rows of an earlier question are shown. */
  isHere: boolean;
  /** Undefined where rows cannot be chosen one by one. */
  chosen: ChosenKeys<Key> | undefined;
  /** The chosen rows, and the one that the cursor is on, to be copied. */
  picked: RowSource<Row> | undefined;
  single: RowSource<Row> | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  onOpen: ((row: Row) => void) | undefined;
  head: Pick<ComponentProps<typeof HeaderRow>, 'sorting' | 'onSort'>;
  /** Above the rows. @param failed pages that could not be loaded */
  toolbar: (failed: readonly { refetch: () => Promise<unknown> }[]) => ReactNode;
}

export function PagedRows<Row, Key extends Keyed>(props: PagedRowsProps<Row, Key>) {
  const { noun, visible, order, pages, chosen, scroller, onOpen } = props;
  const [cursor, put] = props.cursor;
  const held = pages.first.data;
  const count = held?.matching ?? 0;
  const range = cursor && rangeOf(cursor);
  const toFirst = () => put({ row: 0, anchor: 0, cell: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list in another order is shown from its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
    // Whoever left the search for the rows is on the first of those that are found.
    if (scroller.current !== null && document.activeElement === scroller.current) toFirst();
  }, [order]);
  const rows = useVirtualRows(scroller, { count, rowHeight: props.rowHeight, overscan: 12 });
  const { failed, rowAt } = useRows<Row>(
    pages,
    rows.items.map(({ index }) => index),
    held,
  );
  // Rows have what their keys have, where they can be chosen.
  const keyOf = (row: Row) => row as unknown as Key;
  const actions = useLatest<RowActions<Row>>({
    onClick: (index, row, extend) => {
      const anchor = extend && cursor && !chosen ? cursor.anchor : index;
      put({ row: index, anchor, cell: undefined });
      if ((!extend || chosen) && row !== undefined) onOpen?.(row);
    },
    onToggle: (row) => {
      chosen?.toggle(keyOf(row));
      scroller.current?.focus();
    },
  });
  const current = cursor && rowAt(cursor.row);
  const { acts, forget } = useWhenHere(
    {
      open: current === undefined ? undefined : () => onOpen?.(current),
      toggle: current === undefined ? undefined : () => chosen?.toggle(keyOf(current)),
      all: chosen ? chosen.toggleAll : () => put({ row: count - 1, anchor: 0, cell: undefined }),
    },
    props.isHere,
    count === 0,
  );
  const keys = keysOf(props, rows, current, acts);
  const { history } = useRouter();
  const grid = gridOf(visible, chosen ? selectionWidth : 0);
  return (
    <>
      {props.toolbar(failed)}
      <VirtualGrid
        rows={rows}
        label={noun}
        minWidth={grid.minWidth}
        aria-colcount={visible.length + (chosen ? 1 : 0)}
        aria-multiselectable
        aria-activedescendant={cursor && activeId(rows.idOf(cursor.row), cursor.cell)}
        onKeyDown={(event) => runGridKey(event, keys)}
        itemsOf={(index, place) => {
          const row = rowAt(index);
          if (row === undefined) return [];
          if (!range || index < range.first || index > range.last) put({ row: index, anchor: index, cell: place.cell });
          return rowItems(row, props, { ...place, lead: (address) => history.push(address) });
        }}
        onBlur={forget}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !cursor && count > 0) toFirst();
        }}
        head={
          <HeaderRow
            {...props.head}
            {...grid}
            visible={visible}
            selectAll={
              chosen && (
                <SelectAllBox noun={noun} all={chosen.all} some={chosen.keys.length > 0} onToggle={chosen.toggleAll} />
              )
            }
          />
        }
        empty={<NoMatch noun={noun}>Clear the search or the filters above to see all of them.</NoMatch>}
      >
        {rows.items.map(({ index, start }) => {
          const row = rowAt(index);
          const isChosen = chosen && (row === undefined ? false : chosen.has(keyOf(row)));
          const inRange = range !== undefined && index >= range.first && index <= range.last;
          return (
            <TableRow
              key={index}
              id={rows.idOf(index)}
              index={index}
              start={start}
              row={row}
              visible={visible}
              template={grid.template}
              atCursor={index === cursor?.row}
              cell={cursor?.cell}
              selected={isChosen ?? inRange}
              chosen={isChosen}
              actions={actions}
            />
          );
        })}
      </VirtualGrid>
    </>
  );
}

/** What the keys do; `acts` are those that wait until the rows that match are here. */
function keysOf<Row, Key extends Keyed>(
  { noun, visible, chosen, picked, single, cursor: [cursor, put] }: PagedRowsProps<Row, Key>,
  rows: VirtualRows,
  current: Row | undefined,
  acts: Record<'open' | 'toggle' | 'all', (() => void) | undefined>,
): GridKeys {
  const copy = () => {
    const column = cursor?.cell === undefined ? undefined : visible[cursor.cell];
    const several = picked ?? single;
    if (current !== undefined && column)
      void copyText(tsvText([[copiedValue(column, current)]], csvOptions()), `Copied ${column.header}.`);
    else if (several) void copyRows(several, noun, (some) => toTsv(visible, some, csvOptions()));
  };
  const move: GridKeys['move'] = ({ key, shiftKey }) => {
    const extent = { rows: rows.count, cells: visible.length, page: rows.page() };
    const next = movedCursor(cursor, { key, shiftKey: shiftKey && !chosen }, extent);
    if (!next) return false;
    put(next);
    rows.scrollTo(next.row);
    return true;
  };
  return {
    move,
    copy: (cursor ?? picked) && copy,
    selectAll: acts.all,
    keys: {
      Enter: acts.open,
      ' ': chosen && acts.toggle,
      Escape: cursor && (() => put(undefined)),
    },
  };
}

/** The element that the cursor is on: a cell of a row, or the row. */
function activeId(row: string, cell: number | undefined): string {
  return cell === undefined ? row : cellId(row, cell);
}
