/** What a table shows, and the pure parts of it: search text, filter values, copied text, keyboard moves. */
import type { ReactNode } from 'react';

export type CellValue = string | number | undefined;

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** At least so many rem, and its share of what is left. */
  width: readonly [minRem: number, share: number];
  /** What is sorted, filtered, searched and copied. */
  value: (row: Row) => CellValue;
  /** What is shown, when it is more than the value as text. */
  render?: (row: Row) => ReactNode;
  align?: 'start' | 'end';
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
 * A view as it was stored: an older version may have written fewer members, and JSON writes the value of what has none
 * as null.
 */
export function restoredView(stored: Partial<TableView>): TableView {
  const filters = Object.entries(stored.filters ?? {}).map(([column, values]) => [
    column,
    values.map((value) => value ?? undefined),
  ]);
  return { ...emptyView, ...stored, filters: Object.fromEntries(filters) };
}

/** The CSS grid of the visible columns; header and rows share it. */
export function gridOf<Row>(columns: readonly TableColumn<Row>[]): { template: string; minWidth: string } {
  return {
    template: columns.map(({ width: [min, share] }) => `minmax(${min}rem, ${share}fr)`).join(' '),
    minWidth: `${columns.reduce((sum, { width: [min] }) => sum + min, 0)}rem`,
  };
}

/** True when every word of the search occurs in one of the row's values. */
export function matchesSearch(text: string, search: string): boolean {
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** All values of a row as one lower-case text. */
export function searchText<Row>(columns: readonly TableColumn<Row>[], row: Row): string {
  return columns
    .map((column) => column.value(row))
    .filter((value) => value !== undefined)
    .join('\n')
    .toLowerCase();
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

/** Rows as tab-separated text with a heading line; tabs and line breaks inside values become spaces. */
export function toTsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const clean = (value: CellValue) => (value === undefined ? '' : String(value).replace(/[\t\r\n]+/g, ' '));
  const lines = [columns.map(({ header }) => header).join('\t')];
  for (const row of rows) lines.push(columns.map((column) => clean(column.value(row))).join('\t'));
  return lines.join('\n');
}

/** Rows as comma-separated text (RFC 4180) with a heading line. */
export function toCsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const quoted = (value: CellValue) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ header }) => quoted(header)).join(',')];
  for (const row of rows) lines.push(columns.map((column) => quoted(column.value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** Rows as a JSON array of objects by column id. */
export function toJson<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column.id, column.value(row) ?? null]))),
    null,
    2,
  );
}

/** The row that a table's cursor is on, and where it was. */
export interface Cursor {
  id: string;
  index: number;
}

/** Where a cursor is now: at its row, wherever that went as rows came; else where the row was. -1 where there is none. */
export function cursorAt<Row>(cursor: Cursor | undefined, rows: readonly Row[], rowId: (row: Row) => string): number {
  if (!cursor) return -1;
  const { id, index } = cursor;
  const here = rows[index];
  if (here !== undefined && rowId(here) === id) return index;
  const moved = rows.findIndex((row) => rowId(row) === id);
  return moved >= 0 ? moved : Math.min(index, rows.length - 1);
}

/** Where a key moves the cursor in a list of `count` rows that shows `page` at once; undefined when it does not. */
export function moveCursor(key: string, at: number, count: number, page: number): number | undefined {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(at + 1);
    case 'ArrowUp':
    case 'k':
      return clamp(at - 1);
    case 'PageDown':
      return clamp(at + page);
    case 'PageUp':
      return clamp(at - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(count - 1);
    default:
      return undefined;
  }
}
