/**
 * The one table of the interface: virtualised rows, sort, search, multi-value filters, chosen columns, saved views,
 * copy, "n of m", and everything by keyboard. The body is one tab stop; arrows or j/k move a cursor, Enter opens, Space
 * chooses where rows can be chosen, and Ctrl+A chooses all that are shown.
 */
import './table.css';
import { Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { EmptyState, FailureState, LoadingState, RefreshFailure } from '../states.tsx';
import { type Cursor, cursorAt, gridOf, moveCursor, type TableColumn, toTsv } from './columns.ts';
import { CopyMenu, sourceOf } from './copy-menu.tsx';
import { HeaderRow } from './header-row.tsx';
import { usePlace } from './narrowing.ts';
import { SelectBox, type Selection, SelectionBar, selectionWidth, useSelection } from './selection.tsx';
import { rowHeight, TableRows } from './table-rows.tsx';
import { TableToolbar } from './toolbar.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useTableView } from './use-table-view.ts';

export interface DataTableProps<Row extends object> {
  /** Remembers the view under this name. */
  id: string;
  /** What the rows are, in the plural: `authorizations`. */
  noun: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** How many there are in all, when not all of them are here yet. */
  total?: number | undefined;
  error?: unknown;
  onRetry?: () => void;
  onOpen?: (row: Row) => void;
  /** Told when the cursor moves, for a preview beside the table. */
  onCursor?: (row: Row | undefined) => void;
  empty: ReactNode;
  /** At the right end of the toolbar. */
  actions?: ReactNode;
  /** Makes rows choosable: what can be done with the chosen ones, in the order of `rows`; copying and saving is always there. */
  selectionActions?: (chosen: Row[]) => ReactNode;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const place = usePlace();
  // Another meter's or workspace's table is another one: search, filters, cursor and chosen rows do not follow to it.
  return <PlacedTable key={place} place={place} {...props} />;
}

function PlacedTable<Row extends object>({ place, ...props }: DataTableProps<Row> & { place: string }) {
  const { columns, rowId, onOpen, onCursor, selectionActions } = props;
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const model = useTableView(props.id, place, columns, rows, rowId);
  const { shown, visible } = model;
  const [cursor, setCursor] = useState<Cursor>();
  const choice = useSelection(rowId);
  const selection = selectionActions ? choice : undefined;
  // State, not a ref: a child's effects run before the ref of what is around it is set, and the rows need the element.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useListKeys(() => scroller);
  const baseId = useId();
  const scrollTo = useRef<(index: number) => void>(null);
  const at = cursorAt(cursor, shown, rowId);
  const current = shown[at];
  const putCursor = (index: number) => {
    const row = shown[index];
    setCursor(row && { id: rowId(row), index });
  };
  useEffect(() => onCursor?.(current), [current, onCursor]);

  const failed = props.error !== undefined && props.error !== null;
  const retry = props.onRetry ? { onRetry: props.onRetry } : {};
  if (failed && !props.rows) return <FailureState error={props.error} {...retry} />;
  if (!props.rows) return <LoadingState label={`Loading ${props.noun}`} />;
  if (props.rows.length === 0) return <>{props.empty}</>;

  const chosen = selection && selection.chosen.size > 0 ? rows.filter(selection.has) : [];
  const moveTo = (index: number) => {
    putCursor(index);
    scrollTo.current?.(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && current && !window.getSelection()?.toString()) {
      const several = chosen.length > 0;
      void copyText(
        toTsv(visible, several ? chosen : [current], csvOptions()),
        several ? `Copied the selection: ${formatCount(chosen.length)}.` : 'Copied the row.',
      );
      return;
    }
    if (selection && (event.ctrlKey || event.metaKey) && event.key === 'a') {
      selection.toggleAll(shown);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller?.clientHeight ?? 300) / rowHeight) - 1;
    const next = moveCursor(event.key, at, shown.length, page);
    if (next !== undefined) moveTo(next);
    else if (event.key === 'Enter' && current) onOpen?.(current);
    else if (event.key === ' ' && current && selection) selection.toggle(current);
    else if (event.key === 'Escape') setCursor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { template, minWidth } = gridWithSelection(gridOf(visible), selection !== undefined);
  return (
    <div className="ms-table ms-panel">
      {failed ? <RefreshFailure error={props.error} {...retry} /> : null}
      <TableToolbar
        id={props.id}
        noun={props.noun}
        columns={columns}
        rows={rows}
        shown={shown}
        total={props.total ?? rows.length}
        view={model.view}
        onView={model.setView}
        visible={visible}
        actions={props.actions}
        selection={
          selection && selectionActions ? (
            <SelectionBar count={chosen.length} onClear={selection.clear}>
              {selectionActions(chosen)}
              <CopyMenu noun={props.noun} columns={columns} visible={visible} rows={sourceOf(chosen)} chosen />
            </SelectionBar>
          ) : null
        }
        onLeaveSearch={() => {
          scroller?.focus();
          if (at < 0) putCursor(0);
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised with a sticky, gridded header */}
      <div
        ref={setScroller}
        className="ms-table-scroll"
        role="grid"
        aria-label={props.noun}
        aria-rowcount={shown.length + 1}
        aria-colcount={visible.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        aria-activedescendant={current ? `${baseId}-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target === event.currentTarget && at < 0) putCursor(0);
        }}
      >
        <HeaderRow
          visible={visible}
          template={template}
          minWidth={minWidth}
          sorting={model.view.sorting}
          onSort={model.toggleSort}
          selectAll={
            selection ? <SelectAllBox noun={props.noun} shown={shown} chosen={chosen} selection={selection} /> : null
          }
        />
        <TableRows
          rows={shown}
          visible={visible}
          rowId={rowId}
          template={template}
          minWidth={minWidth}
          scroller={scroller}
          scrollTo={scrollTo}
          baseId={baseId}
          cursor={at}
          isChosen={selection?.has}
          actions={{
            onClick: (index, row) => {
              setCursor({ id: rowId(row), index });
              onOpen?.(row);
            },
            onToggle: selection
              ? (row) => {
                  selection.toggle(row);
                  scroller?.focus();
                }
              : undefined,
          }}
        />
        {shown.length === 0 ? <NothingMatches noun={props.noun} /> : null}
      </div>
    </div>
  );
}

function gridWithSelection(grid: { template: string; minWidth: string }, selectable: boolean) {
  if (!selectable) return grid;
  return {
    template: `${selectionWidth}rem ${grid.template}`,
    minWidth: `calc(${selectionWidth}rem + ${grid.minWidth})`,
  };
}

interface SelectAllProps<Row> {
  noun: string;
  shown: readonly Row[];
  chosen: readonly Row[];
  selection: Selection<Row>;
}

function SelectAllBox<Row>({ noun, shown, chosen, selection }: SelectAllProps<Row>) {
  const all = shown.length > 0 && shown.every(selection.has);
  return (
    <SelectBox
      label={`Select all ${noun} that are shown`}
      checked={all}
      indeterminate={!all && chosen.length > 0}
      onToggle={() => selection.toggleAll(shown)}
    />
  );
}

function NothingMatches({ noun }: { noun: string }) {
  return (
    <EmptyState title={`No ${noun} match`}>
      <Text size="sm">Clear the search or the filters above to see all of them.</Text>
    </EmptyState>
  );
}
