/** What a table shows, and the pure parts of it: search text, filter values, copied text, where its cursor is. */
import { isValidElement, type ReactNode } from 'react';
import { type CsvOptions, csvText, tsvText } from '#shared/csv.ts';

export type CellValue = string | number | undefined;

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Beside the header, small: the type of its values. */
  note?: string;
  /** Its least width in rem, and its share of the width that is left. */
  width: readonly [minRem: number, share: number];
  /** What is sorted, filtered and copied; searched, too, where nothing else is shown. */
  value: (row: Row) => CellValue;
  /** The words of its values where these are codes, in its cells and its filter. */
  names?: Readonly<Record<string, string>>;
  /** Its values are numbers, also those that come as texts because a double does not hold them; sorted by size. */
  isNumber?: boolean;
  /** How its number is written; such a column is aligned at its end. */
  format?: (value: number) => string;
  /** What is shown, when it is more than the value as text. Its words are searched. */
  render?: (row: Row) => ReactNode;
  /** The words to search for, where `render` draws them in a component of their own. */
  text?: (row: Row) => string;
  align?: 'start' | 'end';
  /** The value is an epoch in this unit: people read it by `render`, and copies and files have it as ISO 8601 in UTC. */
  instant?: 'seconds' | 'milliseconds';
  /** Offers its distinct values as a filter. */
  filter?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** Searched but never shown as a sort target, e.g. a picture. */
  unsortable?: boolean;
}

/** How a table is looked at; what a saved view keeps. */
export interface TableView {
  sorting: { id: string; desc: boolean }[];
  /** Chosen values by column; an empty list means all. */
  filters: Record<string, CellValue[]>;
  /** Columns switched on or off against their default. */
  visibility: Record<string, boolean>;
  search: string;
}

export const emptyView: TableView = { sorting: [], filters: {}, visibility: {}, search: '' };

/**
 * A view as it was stored: an older version may have written fewer members or others, and JSON writes the value of
 * what has none as null.
 */
export function restoredView(stored: Partial<TableView>): TableView {
  const filters = Object.entries(stored.filters ?? {}).flatMap(([column, values]) =>
    Array.isArray(values) ? [[column, values.map((value: CellValue | null) => value ?? undefined)] as const] : [],
  );
  return {
    sorting: Array.isArray(stored.sorting) ? stored.sorting : emptyView.sorting,
    filters: Object.fromEntries(filters),
    visibility: typeof stored.visibility === 'object' ? (stored.visibility ?? {}) : emptyView.visibility,
    search: typeof stored.search === 'string' ? stored.search : emptyView.search,
  };
}

/** The CSS grid of the visible columns, after one of `leadRem` where rows can be chosen; header and rows share it. */
export function gridOf<Row>(columns: readonly TableColumn<Row>[], leadRem = 0): { template: string; minWidth: string } {
  const tracks = columns.map(({ width: [min, share] }) => `minmax(${min}rem, ${share}fr)`);
  return {
    template: [...(leadRem > 0 ? [`${leadRem}rem`] : []), ...tracks].join(' '),
    minWidth: `${columns.reduce((sum, { width: [min] }) => sum + min, leadRem)}rem`,
  };
}

/** What a cell shows. */
export function cellOf<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  return column.format && typeof value === 'number' ? column.format(value) : namedValue(column, value);
}

/** A value as its column names it. */
export function namedValue<Row>({ names }: Pick<TableColumn<Row>, 'names'>, value: CellValue): CellValue {
  return value === undefined ? undefined : (names?.[value] ?? value);
}

/** Where in its cells a column's text stands. */
export function alignOf<Row>({ align, format }: TableColumn<Row>): 'start' | 'end' {
  return align ?? (format ? 'end' : 'start');
}

/** True when every word of the search occurs in one of the row's values. */
export function matchesSearch(text: string, search: string): boolean {
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What a row shows, in all of its columns, as one lower-case text. */
export function searchText<Row>(columns: readonly TableColumn<Row>[], row: Row): string {
  return columns
    .flatMap((column) => wordsOf(column, row))
    .join('\n')
    .toLowerCase();
}

/** The words of a cell. An instant is found by its date, not by the digits of its epoch. */
function wordsOf<Row>(column: TableColumn<Row>, row: Row): string[] {
  const value = column.value(row);
  const own = column.render !== undefined || column.format !== undefined || column.names !== undefined;
  const shown = column.text?.(row) ?? (own ? shownText(cellOf(column, row)) : '');
  // Nobody looks for 0.2024 where a bar is drawn.
  const bare = typeof value === 'number' && (shown !== '' || (column.render && !Number.isInteger(value)));
  const words = bare ? [] : [String(value ?? '')];
  // 105,840 is found as 105840, too.
  const plain = shown.replace(/(?<=\d),(?=\d{3})/g, '');
  return [...words, shown, plain === shown ? '' : plain].filter((text) => text !== '');
}

/** The text in what is rendered, as far as it stands there and not in a component of its own. */
function shownText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(shownText).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? shownText(node.props.children) : '';
}

/** The distinct values of a column with their counts, most frequent first. */
export function distinctValues<Row>(
  column: TableColumn<Row>,
  rows: readonly Row[],
): { value: CellValue; count: number }[] {
  const counts = new Map<CellValue, number>();
  for (const row of rows) {
    const value = column.value(row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** What a cell is copied and saved as. */
export function copiedValue<Row>(column: TableColumn<Row>, row: Row): CellValue {
  const value = column.value(row);
  if (column.instant === undefined || typeof value !== 'number') return value;
  const at = new Date(column.instant === 'seconds' ? value * 1000 : value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString().replace('.000Z', 'Z');
}

/** Rows as tab-separated text with a heading line, for a spreadsheet. */
export function toTsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], options?: CsvOptions): string {
  return tsvText(withHeading(columns, rows), options);
}

/** Rows as comma-separated text with a heading line. */
export function toCsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], options?: CsvOptions): string {
  return csvText(withHeading(columns, rows), options);
}

function withHeading<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): CellValue[][] {
  return [columns.map(({ header }) => header), ...rows.map((row) => columns.map((column) => copiedValue(column, row)))];
}

/** Rows as a JSON array of objects by column id. */
export function toJson<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column.id, copiedValue(column, row) ?? null]))),
    null,
    2,
  );
}

/** The row that a table's cursor is on, and where it was. */
export interface Cursor {
  id: string;
  index: number;
}

/** The index of the cursor's row, which may have moved as rows were added; if it is gone, its old index. -1: no cursor. */
export function cursorAt<Row>(cursor: Cursor | undefined, rows: readonly Row[], rowId: (row: Row) => string): number {
  if (!cursor) return -1;
  const { id, index } = cursor;
  const here = rows[index];
  if (here !== undefined && rowId(here) === id) return index;
  const moved = rows.findIndex((row) => rowId(row) === id);
  return moved >= 0 ? moved : Math.min(index, rows.length - 1);
}
