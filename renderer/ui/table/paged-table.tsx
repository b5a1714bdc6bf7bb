/**
 * A long list whose rows are asked for as they come into view, in any order and narrowed down by the store. One tab
 * stop: arrows or j/k move, Shift chooses a range, left and right go to single cells, Enter opens, Ctrl+C copies the
 * cell, the row or the range, Ctrl+A chooses all.
 */
import './table.css';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { tsvText } from '#shared/csv.ts';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, NoMatch, RefreshFailure } from '../states.tsx';
import { useLatest } from '../use-latest.ts';
import { type GridKeys, runGridKey } from '../virtual-grid/grid-keys.ts';
import { useVirtualRows, type VirtualRows } from '../virtual-grid/use-virtual-rows.ts';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { type CellValue, copiedValue, gridOf, type TableColumn, toTsv } from './columns.ts';
import { CopyMenu, copyRows, type RowSource } from './copy-menu.tsx';
import { HeaderRow } from './header-row.tsx';
import { useKeptView } from './kept-view.ts';
import { usePlace } from './narrowing.ts';
import { movedCursor, type RangeCursor, rangeOf, useRangeCursor } from './range-cursor.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectionBar } from './selection.tsx';
import { cellId, type RowActions, TableRow } from './table-row.tsx';
import { type PageAnswer, type PageQuestion, takeRows, usePages, useRows } from './use-pages.ts';
import { ValueFilter } from './value-filter.tsx';

/** How the rows are ordered and narrowed down. */
export interface PagedView {
  sort: { column: string; descending: boolean } | undefined;
  /** Chosen values by column; a column without any is not filtered. */
  filters: Record<string, CellValue[]>;
}

interface PagedTableProps<Row> {
  /** Remembers the view under this name. */
  id: string;
  noun: string;
  columns: readonly TableColumn<Row>[];
  /** Starts with the call's name, so that changes of the store reach it. */
  queryKey: readonly unknown[];
  ask: (page: PageQuestion, view: PagedView) => Promise<PageAnswer<Row>>;
  /** What a column can be narrowed down to. */
  choices?: Record<string, readonly CellValue[]>;
  empty: string;
  onOpen?: (row: Row) => void;
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const place = usePlace();
  return <PlacedTable key={place} place={place} {...props} />;
}

function PlacedTable<Row>({ place, ...props }: PagedTableProps<Row> & { place: string }) {
  const kept = useKeptView(props.id, place, props.columns);
  const [sort] = kept.view.sorting;
  const filters = Object.fromEntries(Object.entries(kept.view.filters).filter(([, chosen]) => chosen.length > 0));
  const asked: PagedView = { sort: sort && { column: sort.id, descending: sort.desc }, filters };
  const ask = (page: PageQuestion) => props.ask(page, asked);
  const queryKey = [...props.queryKey, asked];
  const pages = usePages(queryKey, ask);
  const { first } = pages;
  const failure = failureOf([first]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!first.data) return <LoadingState label={`Loading ${props.noun}`} />;
  if (first.data.total === 0)
    return <EmptyState title={props.empty}>Show a longer span in the load profile.</EmptyState>;
  return (
    <div className="ms-table ms-panel ms-table-tall">
      {failure ? <RefreshFailure {...failure} /> : null}
      <PagedRows {...props} {...first.data} kept={kept} pages={pages} ask={ask} order={JSON.stringify(queryKey)} />
    </div>
  );
}

interface PagedRowsProps<Row> extends Omit<PagedTableProps<Row>, 'ask'> {
  kept: ReturnType<typeof useKeptView<Row>>;
  pages: ReturnType<typeof usePages<PageAnswer<Row>>>;
  ask: (page: PageQuestion) => Promise<PageAnswer<Row>>;
  /** Another text where the rows are others, or in another order. */
  order: string;
  matching: number;
  total: number;
}

/** The rows, what can be done with the chosen ones, and the keys that move among them. */
function PagedRows<Row>({ kept, pages, ask, order, matching: count, total, ...props }: PagedRowsProps<Row>) {
  const { noun, columns, onOpen } = props;
  const { view, visible } = kept;
  const [cursor, put] = useRangeCursor(order, count);
  const range = cursor && rangeOf(cursor);
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list in another order is shown from its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [order]);
  const rows = useVirtualRows(scroller, { count, rowHeight: 28, overscan: 15 });
  const { failed, rowAt } = useRows<Row>(
    pages,
    rows.items.map(({ index }) => index),
  );
  const actions = useLatest<RowActions<Row>>({
    onClick: (index, row, extend) => {
      put({ row: index, anchor: extend && cursor ? cursor.anchor : index, cell: undefined });
      if (!extend && row !== undefined) onOpen?.(row);
    },
  });
  const source = (from: number, size: number): RowSource<Row> => ({
    count: size,
    take: (most) => takeRows(ask, from, Math.min(most, size)),
  });
  const current = cursor && rowAt(cursor.row);
  const chosen = range && source(range.first, range.count);
  const keys = keysOf({ cursor, put, current, chosen, rows, noun, visible, onOpen });
  const grid = gridOf(visible);
  const names = { noun, columns, visible };
  return (
    <>
      <PagedToolbar
        {...props}
        kept={kept}
        words={`${formatCount(count)} of ${formatCount(total)} ${noun}`}
        failed={failed}
        copyMenu={<CopyMenu {...names} rows={source(0, count)} />}
      >
        {chosen && chosen.count > 1 ? (
          <SelectionBar count={chosen.count} onClear={() => put(undefined)}>
            <CopyMenu {...names} rows={chosen} chosen />
          </SelectionBar>
        ) : null}
      </PagedToolbar>
      <VirtualGrid
        rows={rows}
        label={noun}
        minWidth={grid.minWidth}
        aria-colcount={visible.length}
        aria-multiselectable
        aria-activedescendant={cursor && activeId(rows.idOf(cursor.row), cursor.cell)}
        onKeyDown={(event) => runGridKey(event, keys)}
        head={<HeaderRow {...grid} visible={visible} sorting={view.sorting} onSort={kept.toggleSort} />}
        empty={<NoMatch noun={noun}>Clear the filters above to see all of them.</NoMatch>}
      >
        {rows.items.map(({ index, start }) => (
          <TableRow
            key={index}
            id={rows.idOf(index)}
            index={index}
            start={start}
            row={rowAt(index)}
            visible={visible}
            template={grid.template}
            atCursor={index === cursor?.row}
            cell={cursor?.cell}
            selected={range !== undefined && index >= range.first && index <= range.last}
            actions={actions}
          />
        ))}
      </VirtualGrid>
    </>
  );
}

interface KeysOptions<Row> extends Pick<PagedTableProps<Row>, 'noun'> {
  cursor: RangeCursor | undefined;
  put: (at: RangeCursor | undefined) => void;
  /** The row that the cursor is on, where it is here. */
  current: Row | undefined;
  /** The rows of the range. */
  chosen: RowSource<Row> | undefined;
  rows: VirtualRows;
  visible: readonly TableColumn<Row>[];
  onOpen: ((row: Row) => void) | undefined;
}

function keysOf<Row>({ cursor, put, current, chosen, rows, noun, visible, onOpen }: KeysOptions<Row>): GridKeys {
  const copy = () => {
    const column = cursor?.cell === undefined ? undefined : visible[cursor.cell];
    if (current !== undefined && column)
      void copyText(tsvText([[copiedValue(column, current)]], csvOptions()), `Copied ${column.header}.`);
    else if (chosen) void copyRows(chosen, noun, (some) => toTsv(visible, some, csvOptions()));
  };
  return {
    move: (key) => {
      const next = movedCursor(cursor, key, { rows: rows.count, cells: visible.length, page: rows.page() });
      if (!next) return false;
      put(next);
      rows.scrollTo(next.row);
      return true;
    },
    copy: cursor && copy,
    selectAll: () => put({ row: rows.count - 1, anchor: 0, cell: undefined }),
    keys: {
      Enter: current === undefined ? undefined : () => onOpen?.(current),
      Escape: cursor && (() => put(undefined)),
    },
  };
}

/** The element that the cursor is on: a cell of a row, or the row. */
function activeId(row: string, cell: number | undefined): string {
  return cell === undefined ? row : cellId(row, cell);
}

interface PagedToolbarProps<Row> extends Pick<PagedTableProps<Row>, 'id' | 'noun' | 'columns' | 'choices'> {
  kept: ReturnType<typeof useKeptView<Row>>;
  /** How many rows match. */
  words: string;
  /** Pages that could not be loaded. */
  failed: readonly { refetch: () => Promise<unknown> }[];
  copyMenu: ReactNode;
  /** What can be done with the chosen rows. */
  children: ReactNode;
}

function PagedToolbar<Row>({ id, noun, columns, choices = {}, kept, words, failed, ...slots }: PagedToolbarProps<Row>) {
  const { view, setView, visible } = kept;
  return (
    <div className="ms-table-toolbar">
      {columns.map((column) => {
        const values = choices[column.id]?.map((value) => ({ value }));
        return values ? (
          <ValueFilter key={column.id} column={column} values={values} view={view} onView={setView} />
        ) : null;
      })}
      <Text size="xs" c="dimmed" aria-live="polite" data-testid="count">
        {words}
      </Text>
      {slots.children}
      {failed.length > 0 ? (
        <Group gap="xs" role="alert">
          <Text size="xs" c="var(--ms-bad)">
            Some of the {noun} could not be loaded.
          </Text>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => void Promise.all(failed.map((one) => one.refetch()))}
          >
            Try again
          </Button>
        </Group>
      ) : null}
      <Group gap={2} ml="auto" wrap="nowrap">
        <SavedViews id={id} view={view} onView={setView} />
        <ColumnChooser columns={columns} visible={visible} view={view} onView={setView} />
        {slots.copyMenu}
      </Group>
    </div>
  );
}
