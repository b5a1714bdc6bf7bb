/**
 * A long list whose rows are asked for as they come into view, searched, ordered and narrowed down by who answers. One tab
 * stop: arrows or j/k move, left and right go to single cells, Enter opens, Ctrl+C copies the cell or the chosen rows,
 * Ctrl+A chooses all that match. Rows are chosen one by one with Space where they have boxes, else a range with Shift.
 */
import './table.css';
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../states.tsx';
import type { CellValue, TableColumn, TableView } from './columns.ts';
import { CopyMenu, type CountedRows } from './copy-menu.tsx';
import { useKeptView } from './kept-view.ts';
import { usePlace } from './narrowing.ts';
import { PagedRows } from './paged-rows.tsx';
import { rangeOf, useRangeCursor } from './range-cursor.ts';
import type { RowSources } from './row-items.ts';
import { SelectionBar } from './selection.tsx';
import { TableToolbar } from './toolbar.tsx';
import { type Keyed, useChosenKeys } from './use-chosen-keys.ts';
import { type ByIds, type PageAnswer, type PageQuestion, takeAll, takeRows, usePages } from './use-pages.ts';
import { type Choice, ValueFilter } from './value-filter.tsx';

/** How the rows are searched, ordered and narrowed down. */
export interface PagedView {
  search: string;
  sort: { column: string; descending: boolean } | undefined;
  /** Chosen values by column; a column without any is not filtered. */
  filters: Record<string, CellValue[]>;
}

/** Makes rows choosable one by one, wherever in the list they are. */
interface Choosing<Row extends Key, Key extends Keyed> {
  /** All that match. */
  keys: (view: PagedView) => Promise<readonly Key[]>;
  /** A page of the rows with these ids, to be copied and saved. */
  rows: (ids: string[], page: PageQuestion, sort: PagedView['sort']) => Promise<PageAnswer<Row>>;
  /** What can be done with them, beside copying and saving. */
  actions: (chosen: readonly Key[]) => ReactNode;
}

interface PagedTableProps<Row, Key extends Keyed, Answer extends PageAnswer<Row>> extends RowSources<Row> {
  /** Remembers the view under this name. */
  id: string;
  noun: string;
  columns: readonly TableColumn<Row>[];
  /** Starts with the call's name, so that changes of the store reach it. */
  queryKey: readonly unknown[];
  ask: (page: PageQuestion, view: PagedView, signal?: AbortSignal) => Promise<Answer>;
  /** `ask` gets a signal that fires when nobody waits for its answer any more. */
  abortable?: boolean;
  /** The rows can be searched. */
  searched?: boolean;
  /** What a column can be narrowed down to. */
  choices?: Record<string, readonly Choice[]> | undefined;
  choosing?: Row extends Key ? Choosing<Row, Key> : never;
  /** Where there is no row at all: a title, or what to show. */
  empty: ReactNode;
  /** At the right end of the toolbar; may depend on how the rows are searched, ordered and narrowed down. */
  actions?: ReactNode | ((view: PagedView) => ReactNode);
  onOpen?: (row: Row) => void;
  /** Rows of a page. */
  pageSize?: number;
  /** Many low rows, in a table that is never small. */
  dense?: boolean;
  /** What to say below, from the answer that has the first page. */
  below?: (answer: Answer) => ReactNode;
}

/** What is asked of a view; one may have been kept when there were other columns. */
function askedOf<Row>(view: TableView, search: string, columns: readonly TableColumn<Row>[]): PagedView {
  const known = (id: string) => columns.some((column) => column.id === id && !column.unsortable);
  const sort = view.sorting.find(({ id }) => known(id));
  const filters = Object.entries(view.filters).filter(([column, chosen]) => known(column) && chosen.length > 0);
  return {
    search,
    sort: sort && { column: sort.id, descending: sort.desc },
    filters: Object.fromEntries(filters),
  };
}

/** While a search is typed it is not asked for. Milliseconds. */
const restMs = 150;

export function PagedTable<Row, Key extends Keyed = Row & Keyed, Answer extends PageAnswer<Row> = PageAnswer<Row>>(
  props: PagedTableProps<Row, Key, Answer>,
) {
  const place = usePlace();
  return <PlacedTable key={place} place={place} {...props} />;
}

function PlacedTable<Row, Key extends Keyed, Answer extends PageAnswer<Row>>({
  place,
  ...props
}: PagedTableProps<Row, Key, Answer> & { place: string }) {
  const list = useList(props, place);
  const { data, isPlaceholderData } = list.pages.first;
  const failure = failureOf([list.pages.first]);
  if (failure?.bare) return <FailureState {...failure} />;
  // That another question had no answer says nothing of this one.
  if (!data || (isPlaceholderData && data.total === 0)) return <LoadingState label={`Loading ${props.noun}`} />;
  const empty = typeof props.empty === 'string' ? <EmptyState title={props.empty} /> : props.empty;
  return (
    <>
      {data.total === 0 ? (
        <>
          {failure ? <RefreshFailure {...failure} /> : null}
          {empty}
        </>
      ) : (
        <div className={`ms-table ms-panel${props.dense ? ' ms-table-tall' : ''}`}>
          {failure ? <RefreshFailure {...failure} /> : null}
          <ListRows {...props} list={list} total={data.total} />
        </div>
      )}
      {props.below?.(data)}
    </>
  );
}

/** How a list is looked at, the pages of its rows, and what of them is marked. */
function useList<Row, Key extends Keyed, Answer extends PageAnswer<Row>>(
  props: PagedTableProps<Row, Key, Answer>,
  place: string,
) {
  const kept = useKeptView(props.id, place, props.columns);
  const typed = props.searched ? kept.view.search.trim() : '';
  const [search] = useDebouncedValue(typed, restMs);
  const asked = askedOf(kept.view, search, props.columns);
  const ask = (page: PageQuestion, signal?: AbortSignal) => props.ask(page, asked, signal);
  const queryKey = [...props.queryKey, asked];
  const order = JSON.stringify(queryKey);
  const { pageSize, abortable = false } = props;
  const pages = usePages(queryKey, ask, { abortable, ...(pageSize === undefined ? {} : { size: pageSize }) });
  const { data, isPlaceholderData } = pages.first;
  const count = data?.matching ?? 0;
  const cursor = useRangeCursor(order, count);
  const chosen = useChosenKeys<Key>({
    order,
    // Rows have what their keys have, where they can be chosen.
    here: data && data.rows.length === count ? (data.rows as unknown as Key[]) : undefined,
    ask: () => props.choosing?.keys(asked) ?? Promise.resolve([]),
  });
  return { kept, asked, ask, order, pages, count, cursor, chosen, isHere: !isPlaceholderData && search === typed };
}

interface ListRowsProps<Row, Key extends Keyed, Answer extends PageAnswer<Row>>
  extends PagedTableProps<Row, Key, Answer> {
  list: ReturnType<typeof useList<Row, Key, Answer>>;
  total: number;
}

/** The rows, under what searches and narrows them down. */
function ListRows<Row, Key extends Keyed, Answer extends PageAnswer<Row>>({
  list,
  total,
  ...props
}: ListRowsProps<Row, Key, Answer>) {
  const { noun, columns, choosing } = props;
  const { kept, asked, ask, count, cursor, chosen } = list;
  const { view, setView, visible } = kept;
  const scroller = useRef<HTMLDivElement>(null);
  const names = { noun, columns, visible };
  const source = (from: number, size: number): CountedRows<Row> => ({
    count: size,
    take: (most) => takeRows(ask, from, Math.min(most, size)),
  });
  const range = cursor[0] && rangeOf(cursor[0]);
  const inRange = range && range.count > 1 ? source(range.first, range.count) : undefined;
  const byIds = choosing && {
    keys: () => choosing.keys(asked),
    rows: (ids: string[], page: PageQuestion) => choosing.rows(ids, page, asked.sort),
  };
  const ofAll = byIds && { ...byIds, keys: () => choosing.keys({ ...asked, search: '', filters: {} }) };
  const picked = ofAll ? chosenRows<Row>(chosen.keys, ofAll) : inRange;
  return (
    <PagedRows
      {...names}
      order={list.order}
      isHere={list.isHere}
      pages={list.pages}
      cursor={cursor}
      chosen={choosing ? chosen : undefined}
      picked={picked}
      single={range && source(range.first, range.count)}
      scroller={scroller}
      rowHeight={props.dense ? 28 : 30}
      onOpen={props.onOpen}
      addressOf={props.addressOf}
      rawOf={props.rawOf}
      head={{ sorting: view.sorting, onSort: kept.toggleSort }}
      toolbar={(failed) => (
        <TableToolbar
          {...names}
          id={props.id}
          shown={count}
          total={total}
          view={view}
          onView={setView}
          onLeaveSearch={props.searched ? () => scroller.current?.focus() : undefined}
          filters={columns.map((column) => {
            const values = props.choices?.[column.id];
            return values ? (
              <ValueFilter key={column.id} column={column} values={values} view={view} onView={setView} />
            ) : null;
          })}
          selection={
            <>
              {picked ? (
                <SelectionBar count={picked.count} onClear={choosing ? chosen.clear : () => cursor[1](undefined)}>
                  {choosing?.actions(chosen.keys)}
                  <CopyMenu {...names} rows={picked} chosen />
                </SelectionBar>
              ) : null}
              <FailedPages noun={noun} failed={failed} />
            </>
          }
          actions={typeof props.actions === 'function' ? props.actions(asked) : props.actions}
          copyMenu={<CopyMenu {...names} rows={{ take: (most) => takeAll(ask, byIds, count, most) }} />}
        />
      )}
    />
  );
}

/** The rows that are chosen one by one; undefined where none is. @param ofAll all rows, in the order of the list */
function chosenRows<Row>(chosen: readonly Keyed[], ofAll: ByIds<Row>): CountedRows<Row> | undefined {
  if (chosen.length === 0) return undefined;
  const ids = chosen.map(({ id }) => id);
  const byIds = { ...ofAll, keys: async () => inOrder(chosen, await ofAll.keys()) };
  return {
    count: ids.length,
    take: (most) => takeAll((page) => ofAll.rows(ids, page), byIds, ids.length, Math.min(most, ids.length)),
  };
}

/** The chosen ones as they stand among all; those that are not there any more come last. */
function inOrder(chosen: readonly Keyed[], all: readonly Keyed[]): Keyed[] {
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Keyed) => places.get(id) ?? all.length;
  return chosen.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface FailedPagesProps {
  noun: string;
  failed: readonly { refetch: () => Promise<unknown> }[];
}

function FailedPages({ noun, failed }: FailedPagesProps) {
  if (failed.length === 0) return null;
  return (
    <Group gap="xs" role="alert">
      <Text size="xs" c="var(--ms-bad)">
        Some of the {noun} could not be loaded.
      </Text>
      <Button variant="default" size="compact-xs" onClick={() => void Promise.all(failed.map((one) => one.refetch()))}>
        Try again
      </Button>
    </Group>
  );
}
