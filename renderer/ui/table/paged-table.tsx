/**
 * A long list whose rows are asked for as they come into view, in any order and narrowed down by the store. One tab
 * stop: arrows or j/k move, Shift chooses a range, left and right go to single cells, Enter opens, Ctrl+C copies the
 * cell, the row or the range, Ctrl+A chooses all.
 */
import './table.css';
import { Button, Group, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { tsvText } from '#shared/csv.ts';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../states.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { type CellValue, gridOf, type TableColumn, toTsv } from './columns.ts';
import { CopyMenu, copyRows, type RowSource } from './copy-menu.tsx';
import { HeaderRow } from './header-row.tsx';
import { useKeptView } from './kept-view.ts';
import { usePlace } from './narrowing.ts';
import { type PagedRow, PagedRows } from './paged-rows.tsx';
import { movedCursor, type RangeCursor, rangeOf } from './range-cursor.ts';
import { SelectionBar } from './selection.tsx';
import { useListKeys } from './use-list-keys.ts';
import { type PageAnswer, type PageQuestion, takeRows, usePages, useRows } from './use-pages.ts';
import { ValueFilter } from './value-filter.tsx';

const rowHeight = 28;

/** How the rows are ordered and narrowed down. */
export interface PagedView {
  sort: { column: string; descending: boolean } | undefined;
  /** Chosen values by column; where there are none, all. */
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
  const { id, noun, columns, choices = {}, onOpen } = props;
  const { view, setView, visible, toggleSort } = useKeptView(id, place, columns);
  const [sort] = view.sorting;
  const filters = Object.fromEntries(Object.entries(view.filters).filter(([, chosen]) => chosen.length > 0));
  const asked: PagedView = { sort: sort && { column: sort.id, descending: sort.desc }, filters };
  const ask = (page: PageQuestion) => props.ask(page, asked);
  const queryKey = [...props.queryKey, asked];
  const order = JSON.stringify(queryKey);
  const { first, page } = usePages(queryKey, ask);
  const count = first.data?.matching ?? 0;

  // In another list or order the keys would be on other rows.
  const [kept, setKept] = useState<{ order: string; at: RangeCursor }>();
  const cursor = kept?.order === order && kept.at.row < count ? kept.at : undefined;
  const put = (at: RangeCursor | undefined) => setKept(at && { order, at });
  const range = cursor && rangeOf(cursor);

  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is the occasion to begin at the top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [order]);
  useListKeys(() => scroller.current);
  const baseId = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 15,
  });
  const items = virtual.getVirtualItems();
  const { failed, rowAt } = useRows<Row>(
    page,
    items.map(({ index }) => index),
  );
  const failure = failureOf([first]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!first.data) return <LoadingState label={`Loading ${noun}`} />;
  if (first.data.total === 0)
    return <EmptyState title={props.empty}>Show a longer span in the load profile.</EmptyState>;

  const rangeSource = (from: number, size: number): RowSource<Row> => ({
    count: size,
    take: (most) => takeRows(ask, from, Math.min(most, size)),
  });
  const copy = () => {
    const row = cursor && rowAt(cursor.row);
    const column = cursor?.cell === undefined ? undefined : visible[cursor.cell];
    if (row !== undefined && column)
      void copyText(tsvText([[column.value(row)]], csvOptions()), `Copied ${column.header}.`);
    else if (range)
      void copyRows(rangeSource(range.first, range.count), noun, (rows) => toTsv(visible, rows, csvOptions()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'c' && cursor && !window.getSelection()?.toString()) copy();
      else if (event.key === 'a') put({ row: count - 1, anchor: 0, cell: undefined });
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const shown = Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 1;
    const next = movedCursor(cursor, event, { rows: count, cells: visible.length, page: shown });
    const current = cursor && rowAt(cursor.row);
    if (next) {
      put(next);
      virtual.scrollToIndex(next.row);
    } else if (event.key === 'Enter' && current !== undefined) onOpen?.(current);
    else if (event.key === 'Escape' && cursor) put(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onRow = ({ index, row }: PagedRow<Row>, extend: boolean) => {
    put({ row: index, anchor: extend && cursor ? cursor.anchor : index, cell: undefined });
    if (!extend && row !== undefined) onOpen?.(row);
  };
  const { template, minWidth } = gridOf(visible);
  return (
    <div className="ms-table ms-panel ms-table-tall">
      {failure ? <RefreshFailure {...failure} /> : null}
      <div className="ms-table-toolbar">
        {columns.map((column) => {
          const values = choices[column.id];
          return values ? (
            <ValueFilter
              key={column.id}
              column={column}
              values={values.map((value) => ({ value }))}
              view={view}
              onView={setView}
            />
          ) : null;
        })}
        <Text size="xs" c="dimmed" aria-live="polite" data-testid="count">
          {formatCount(count)} of {formatCount(first.data.total)} {noun}
        </Text>
        {range && range.count > 1 ? (
          <SelectionBar count={range.count} onClear={() => put(undefined)}>
            <CopyMenu
              noun={noun}
              columns={columns}
              visible={visible}
              rows={rangeSource(range.first, range.count)}
              chosen
            />
          </SelectionBar>
        ) : null}
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
          <ColumnChooser columns={columns} visible={visible} view={view} onView={setView} />
          <CopyMenu noun={noun} columns={columns} visible={visible} rows={rangeSource(0, count)} />
        </Group>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised with a sticky, gridded header */}
      <div
        ref={scroller}
        className="ms-table-scroll"
        role="grid"
        aria-label={noun}
        aria-rowcount={count + 1}
        aria-colcount={visible.length}
        aria-multiselectable
        aria-activedescendant={cursor ? idOf(baseId, cursor) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <HeaderRow
          visible={visible}
          template={template}
          minWidth={minWidth}
          sorting={view.sorting}
          onSort={toggleSort}
        />
        <PagedRows
          rows={items.map(({ index, start }) => ({ index, start, row: rowAt(index) }))}
          visible={visible}
          template={template}
          minWidth={minWidth}
          height={virtual.getTotalSize()}
          rowHeight={rowHeight}
          baseId={baseId}
          cursor={cursor}
          onRow={onRow}
        />
        {count === 0 ? (
          <EmptyState title={`No ${noun} match`}>
            <Text size="sm">Clear the filters above to see all of them.</Text>
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
}

/** The element that the keys are on: a cell of a row, or the row. */
function idOf(baseId: string, { row, cell }: RangeCursor): string {
  return cell === undefined ? `${baseId}-${row}` : `${baseId}-${row}-${cell}`;
}
