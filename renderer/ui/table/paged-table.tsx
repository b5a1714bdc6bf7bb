/** A long list in the store's own order: rows are asked for as they come into view, however many there are. */
import './table.css';
import { Button, Group, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { EmptyState, FailureState, LoadingState } from '../states.tsx';
import { gridOf, moveCursor, type TableColumn, toTsv } from './columns.ts';

const rowHeight = 28;
const pageSize = 500;

interface PagedTableProps<Row> {
  noun: string;
  columns: readonly TableColumn<Row>[];
  /** Starts with the call's name, so that changes of the store reach it. */
  queryKey: readonly unknown[];
  ask: (page: { offset: number; limit: number }) => Promise<{ rows: Row[]; matching: number }>;
  empty: string;
}

export function PagedTable<Row>({ noun, columns, queryKey, ask, empty }: PagedTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(-1);
  const baseId = useId();
  const page = (index: number) => ({
    queryKey: [...queryKey, 'page', index],
    queryFn: () => ask({ offset: index * pageSize, limit: pageSize }),
  });
  const first = useQuery(page(0));
  const count = first.data?.matching ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 15,
  });
  const items = virtual.getVirtualItems();
  const wanted = [...new Set(items.map(({ index }) => Math.floor(index / pageSize)))];
  const pages = useQueries({ queries: wanted.map(page) });
  const failed = pages.filter(({ error }) => error);
  const retry = () => void Promise.all(failed.map((one) => one.refetch()));
  const rowAt = (index: number): Row | undefined =>
    pages[wanted.indexOf(Math.floor(index / pageSize))]?.data?.rows[index % pageSize];
  if (first.error) return <FailureState error={first.error} onRetry={() => void first.refetch()} />;
  if (!first.data) return <LoadingState label={`Loading ${noun}`} />;
  if (count === 0) return <EmptyState title={empty}>Show a longer span in the load profile.</EmptyState>;

  const onKeyDown = (event: KeyboardEvent) => {
    const row = cursor >= 0 ? rowAt(cursor) : undefined;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && row && !window.getSelection()?.toString()) {
      void copyText(toTsv(columns, [row]), 'Copied the row.');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 1;
    const next = moveCursor(event.key, cursor, count, shown);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(next);
    virtual.scrollToIndex(next);
  };
  const { template, minWidth } = gridOf(columns);
  return (
    <div className="ms-table ms-panel ms-table-tall">
      <div className="ms-table-toolbar">
        <Text size="xs" c="dimmed" data-testid="count">
          {formatCount(count)} {noun}
        </Text>
        {failed.length > 0 ? (
          <Group gap="xs" role="alert">
            <Text size="xs" c="var(--ms-bad)">
              Some of the {noun} could not be read.
            </Text>
            <Button variant="default" size="compact-xs" onClick={retry}>
              Try again
            </Button>
          </Group>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised with a sticky, gridded header */}
      <div
        ref={scroller}
        className="ms-table-scroll"
        role="grid"
        aria-label={noun}
        aria-rowcount={count + 1}
        aria-activedescendant={cursor >= 0 ? `${baseId}-${cursor}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y: part of the grid */}
        <div role="rowgroup" className="ms-table-head" style={{ minWidth }}>
          {/* biome-ignore lint/a11y: part of the grid */}
          <div role="row" className="ms-table-headrow" style={{ gridTemplateColumns: template }}>
            {columns.map((column) => (
              // biome-ignore lint/a11y: part of the grid
              <div key={column.id} role="columnheader" className="ms-table-cell" data-align={column.align ?? 'start'}>
                {column.header}
              </div>
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y: part of the grid */}
        <div role="rowgroup" className="ms-table-body" style={{ height: virtual.getTotalSize(), minWidth }}>
          {items.map((item) => {
            const row = rowAt(item.index);
            return (
              // biome-ignore lint/a11y: the grid has the focus and the keys
              <div
                key={item.index}
                id={`${baseId}-${item.index}`}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={item.index === cursor}
                data-cursor={item.index === cursor ? true : undefined}
                className="ms-table-row"
                style={{ gridTemplateColumns: template, transform: `translateY(${item.start}px)`, height: rowHeight }}
                onClick={() => setCursor(item.index)}
              >
                {columns.map((column) => (
                  // biome-ignore lint/a11y: part of the grid
                  <div key={column.id} role="gridcell" className="ms-table-cell" data-align={column.align ?? 'start'}>
                    {row ? (column.render ? column.render(row) : column.value(row)) : '…'}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
