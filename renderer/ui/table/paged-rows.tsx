/** The grid of a {@link PagedTable}, and the keys that move in it. Rows that come into view are asked for by their pages. */
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, type RefObject, useEffect } from 'react';
import { tsvText } from '#shared/csv.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { LoadingState, NoMatch, ofEarlier } from '../states.tsx';
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
  const { noun, visible, pages, chosen, scroller } = props;
  const [cursor, put] = props.cursor;
  const held = pages.first.data;
  const count = held?.matching ?? 0;
  const toFirst = () => put({ row: 0, anchor: 0, cell: undefined });
  useTopOfOrder(props, toFirst);
  const rows = useVirtualRows(scroller, { count, rowHeight: props.rowHeight, overscan: 12 });
  const inView = rows.items.map(({ index }) => index);
  const { failed, rowAt } = useRows<Row>(pages, inView, held);
  const actions = useRowActions(props);
  const { keys, forget } = useKeys(props, rows, cursor && rowAt(cursor.row));
  const { history } = useRouter();
  const grid = gridOf(visible, chosen ? selectionWidth : 0);
  const range = cursor && rangeOf(cursor);
  const inRange = (index: number) => range !== undefined && index >= range.first && index <= range.last;
  return (
    <>
      {props.toolbar(failed)}
      <VirtualGrid
        rows={rows}
        label={noun}
        {...ofEarlier(!props.isHere)}
        minWidth={grid.minWidth}
        aria-colcount={visible.length + (chosen ? 1 : 0)}
        aria-multiselectable
        aria-activedescendant={cursor && activeId(rows.idOf(cursor.row), cursor.cell)}
        onKeyDown={(event) => runGridKey(event, keys)}
        itemsOf={(index, place) => {
          const row = rowAt(index);
          if (row === undefined) return [];
          if (!inRange(index)) put({ row: index, anchor: index, cell: place.cell });
          return rowItems(row, props, { ...place, lead: (address) => history.push(address) });
        }}
        onBlur={forget}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !cursor && count > 0) toFirst();
        }}
        head={
          <HeaderRow {...props.head} {...grid} visible={visible} selectAll={chosen && selectAllBox(noun, chosen)} />
        }
        empty={
          props.isHere ? (
            <NoMatch noun={noun}>Clear the search or the filters above to see all of them.</NoMatch>
          ) : (
            <LoadingState label={`Loading ${noun}`} />
          )
        }
      >
        {rows.items.map(({ index, start }) => {
          const row = rowAt(index);
          const isChosen = chosen && row !== undefined && chosen.has(keyOf(row));
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
              selected={isChosen ?? inRange(index)}
              chosen={isChosen}
              actions={actions}
            />
          );
        })}
      </VirtualGrid>
    </>
  );
}

/** Rows have what their keys have, where they can be chosen. */
function keyOf<Row, Key>(row: Row): Key {
  return row as unknown as Key;
}

function selectAllBox<Key extends Keyed>(noun: string, { all, keys, toggleAll }: ChosenKeys<Key>) {
  return <SelectAllBox noun={noun} all={all} some={keys.length > 0} onToggle={toggleAll} />;
}

/** A list in another order is shown from its top. */
function useTopOfOrder<Row, Key extends Keyed>(
  { order, scroller }: PagedRowsProps<Row, Key>,
  toFirst: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is the occasion
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
    // Whoever left the search for the rows is on the first of those that are found.
    if (scroller.current !== null && document.activeElement === scroller.current) toFirst();
  }, [order]);
}

/** What clicks do with a row. */
function useRowActions<Row, Key extends Keyed>(props: PagedRowsProps<Row, Key>) {
  const { chosen, scroller, onOpen } = props;
  const [cursor, put] = props.cursor;
  return useLatest<RowActions<Row>>({
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
}

/** What the keys do. What needs the rows that match waits until these are here; `forget` ends that. */
function useKeys<Row, Key extends Keyed>(
  props: PagedRowsProps<Row, Key>,
  rows: VirtualRows,
  current: Row | undefined,
): { keys: GridKeys; forget: () => void } {
  const { noun, visible, chosen, picked, single, onOpen } = props;
  const [cursor, put] = props.cursor;
  const { acts, forget } = useWhenHere(
    {
      open: current === undefined ? undefined : () => onOpen?.(current),
      toggle: current === undefined ? undefined : () => chosen?.toggle(keyOf(current)),
      all: chosen ? chosen.toggleAll : () => put({ row: rows.count - 1, anchor: 0, cell: undefined }),
    },
    props.isHere,
    rows.count === 0,
  );
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
  const keys = {
    Enter: acts.open,
    ' ': chosen && acts.toggle,
    Escape: cursor && (() => put(undefined)),
  };
  return { keys: { move, copy: (cursor ?? picked) && copy, selectAll: acts.all, keys }, forget };
}

/** The element that the cursor is on: a cell of a row, or the row. */
function activeId(row: string, cell: number | undefined): string {
  return cell === undefined ? row : cellId(row, cell);
}
