/**
 * The one table of the interface: virtualised rows, sort, search, multi-value filters, chosen columns, saved views,
 * copy, "n of m", and everything by keyboard. The body is one tab stop; arrows or j/k move a cursor, Enter opens, Space
 * chooses where rows can be chosen, and Ctrl+A chooses all that are shown.
 */
import './table.css';
import { type ReactNode, useMemo, useRef } from 'react';
import { Dim } from '../dim.tsx';
import { formatCount } from '../format.ts';
import { type Asked, FailureState, failureOf, LoadingState, ofEarlier, RefreshFailure } from '../states.tsx';
import { distinctValues, type TableColumn } from './columns.ts';
import { CopyMenu, sourceOf } from './copy-menu.tsx';
import { DataGrid } from './data-grid.tsx';
import { usePlace } from './narrowing.ts';
import { NoRowsLeft } from './no-rows-left.tsx';
import type { RowSources } from './row-items.ts';
import { SelectionBar, useSelection } from './selection.tsx';
import { TableToolbar } from './toolbar.tsx';
import { useRowCursor } from './use-row-cursor.ts';
import { useTableView } from './use-table-view.ts';
import { ValueFilter, type ViewProps } from './value-filter.tsx';

export interface DataTableProps<Row extends object> extends RowSources<Row> {
  /** Remembers the view under this name; without one it is forgotten. */
  id?: string;
  /** What the rows are, in the plural: `authorizations`. */
  noun: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** How many there are in all, when only the first of them are here: all that the table does is of these, and it says so. */
  total?: number | undefined;
  /** How to come to the others then, as a sentence. */
  others?: string;
  /** What the rows were asked with: its failure is shown in their place, or above those that are here already. */
  query?: Asked;
  onOpen?: (row: Row) => void;
  /** Told when the cursor moves, for a preview beside the table. */
  onCursor?: (row: Row | undefined) => void;
  empty: ReactNode;
  /** At the right end of the toolbar; may depend on the rows that are left after filters and search. */
  actions?: ReactNode | ((shown: readonly Row[]) => ReactNode);
  /** Makes rows choosable: what can be done with the chosen ones, in the order of `rows`; copying and saving is always there. */
  selectionActions?: (chosen: Row[]) => ReactNode;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const place = usePlace();
  // Another meter's or workspace's table is another one: search, filters, cursor and chosen rows do not follow to it.
  return <PlacedTable key={place} place={place} {...props} />;
}

function PlacedTable<Row extends object>({ place, ...props }: DataTableProps<Row> & { place: string }) {
  const { id, noun, columns, rowId, selectionActions } = props;
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const model = useTableView(id, place, columns, rows, rowId);
  const { view, setView, shown, visible } = model;
  const cursor = useRowCursor(shown, rowId, props.onCursor);
  const selection = useSelection(rowId);
  const scroller = useRef<HTMLDivElement>(null);

  const failure = props.query && failureOf([props.query]);
  if (failure && !props.rows) return <FailureState {...failure} />;
  // That another question had no rows says nothing of this one.
  if (!props.rows || (props.rows.length === 0 && props.query?.isPlaceholderData))
    return <LoadingState label={`Loading ${noun}`} />;
  if (props.rows.length === 0) {
    return (
      <>
        {failure ? <RefreshFailure {...failure} /> : null}
        {props.empty}
      </>
    );
  }

  const chosen = selectionActions && selection.chosen.size > 0 ? rows.filter(selection.has) : [];
  const names = { noun, columns, visible };
  const partial = props.total !== undefined && props.total > rows.length;
  return (
    <div className="ms-table ms-panel" {...ofEarlier(props.query?.isPlaceholderData)}>
      {failure ? <RefreshFailure {...failure} /> : null}
      {partial ? (
        <Dim px="0.6rem" pt={6}>
          Only {formatCount(rows.length)} of {formatCount(props.total ?? 0)} {noun} are here: search, order, copies and
          files are of these. {props.others}
        </Dim>
      ) : null}
      <TableToolbar
        {...names}
        id={id}
        shown={shown.length}
        total={rows.length}
        view={view}
        onView={setView}
        filters={columns
          .filter(({ filter }) => filter)
          .map((column) => <RowFilter key={column.id} column={column} rows={rows} view={view} onView={setView} />)}
        actions={typeof props.actions === 'function' ? props.actions(shown) : props.actions}
        selection={
          selectionActions ? (
            <SelectionBar count={chosen.length} onClear={selection.clear}>
              {selectionActions(chosen)}
              <CopyMenu {...names} rows={sourceOf(chosen)} chosen />
            </SelectionBar>
          ) : null
        }
        copyMenu={<CopyMenu {...names} rows={sourceOf(shown)} />}
        onLeaveSearch={() => scroller.current?.focus()}
      />
      <DataGrid
        noun={noun}
        visible={visible}
        shown={shown}
        rowId={rowId}
        onOpen={props.onOpen}
        columns={columns}
        addressOf={props.addressOf}
        rawOf={props.rawOf}
        cursor={cursor}
        chosen={chosen}
        selection={selectionActions && selection}
        scroller={scroller}
        noneLeft={<NoRowsLeft noun={noun} here={rows.length} partial={partial} />}
        head={{ sorting: view.sorting, onSort: model.toggleSort }}
      />
    </div>
  );
}

/** Offers what occurs in a column of the rows. */
function RowFilter<Row>({ rows, ...props }: ViewProps & { column: TableColumn<Row>; rows: readonly Row[] }) {
  const values = useMemo(() => distinctValues(props.column, rows), [props.column, rows]);
  return <ValueFilter values={values} {...props} />;
}
