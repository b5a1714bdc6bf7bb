import { useEffect, useState } from 'react';
import { type Cursor, cursorAt } from './columns.ts';

export interface RowCursor<Row> {
  /** -1 where there is none. */
  at: number;
  row: Row | undefined;
  put: (index: number) => void;
  clear: () => void;
}

/** The cursor of a table: it stays on its row, wherever sorting and new rows move that. */
export function useRowCursor<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  onCursor: ((row: Row | undefined) => void) | undefined,
): RowCursor<Row> {
  const [cursor, setCursor] = useState<Cursor>();
  const at = cursorAt(cursor, rows, rowId);
  const row = rows[at];
  useEffect(() => onCursor?.(row), [row, onCursor]);
  return {
    at,
    row,
    put: (index) => {
      const next = rows[index];
      setCursor(next && { id: rowId(next), index });
    },
    clear: () => setCursor(undefined),
  };
}
