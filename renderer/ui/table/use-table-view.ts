/** The model of a table: TanStack Table over rows that are already here, its view remembered by the table's name and place. */
import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  functionalUpdate,
  globalFilteringFeature,
  type Row as ModelRow,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { type CellValue, matchesSearch, searchText, type TableColumn, type TableView } from './columns.ts';
import { useKeptView } from './kept-view.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnVisibilityFeature,
});
type Features = typeof features;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers by size, texts by their words and numbers; ascending. */
function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

/** Numbers by size, also those that come as texts; what is not a number (`NaN`) is above all, as the store has it. */
function compareNumbers(a: CellValue, b: CellValue): number {
  const [x, y] = [Number(a), Number(b)];
  if (x < y || (Number.isNaN(y) && !Number.isNaN(x))) return -1;
  if (x > y || (Number.isNaN(x) && !Number.isNaN(y))) return 1;
  // Equal as doubles: their digits tell them apart, of which more mean less below 0.
  return (x < 0 ? -1 : 1) * collator.compare(String(a), String(b));
}

function toColumnDef<Row extends object>(column: TableColumn<Row>): ColumnDef<Features, Row> {
  const compare = column.isNumber ? compareNumbers : compareValues;
  return {
    id: column.id,
    accessorFn: (row) => column.value(row),
    enableSorting: !column.unsortable,
    sortUndefined: 'last',
    sortFn: (a, b) => compare(a.getValue<CellValue>(column.id), b.getValue<CellValue>(column.id)),
    filterFn: (row: ModelRow<Features, Row>, _id: string, chosen: CellValue[]) =>
      chosen.length === 0 || chosen.includes(column.value(row.original)),
  };
}

/** Rows as the view orders and filters them, and the view itself with its setter. */
export function useTableView<Row extends object>(
  id: string | undefined,
  place: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
) {
  const kept = useKeptView(id, place, columns);
  const { view, setView, visibility } = kept;
  const defs = useMemo(() => columns.map(toColumnDef), [columns]);
  const texts = useRef(new WeakMap<Row, string>());
  const filters = useMemo(
    () => Object.entries(view.filters).map(([column, value]) => ({ id: column, value })),
    [view.filters],
  );
  const table = useTable({
    features,
    data: rows as Row[], // never written to by the table
    columns: defs,
    getRowId: rowId,
    state: { sorting: view.sorting, globalFilter: view.search, columnFilters: filters, columnVisibility: visibility },
    onSortingChange: (updater: Updater<TableView['sorting']>) =>
      setView({ ...view, sorting: functionalUpdate(updater, view.sorting) }),
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row: ModelRow<Features, Row>, _column: string, search: string) => {
      let text = texts.current.get(row.original);
      if (text === undefined) {
        text = searchText(columns, row.original);
        texts.current.set(row.original, text);
      }
      return matchesSearch(text, search);
    },
  });
  // The model keeps its list as long as nothing changed; so do these, or every row would be drawn anew at every render.
  const modelRows = table.getRowModel().rows;
  const shown = useMemo(() => modelRows.map((row) => row.original), [modelRows]);
  return {
    ...kept,
    /** In the view's order. */
    shown,
  };
}
