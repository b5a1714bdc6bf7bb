/** Where the keys are in a table whose rows are not all here: a row, a cell of it, and a range of rows. */
import { useState } from 'react';
import { moveCursor } from '../virtual-grid/grid-keys.ts';

export interface RangeCursor {
  row: number;
  /** Where the range began; the row itself when there is none. */
  anchor: number;
  /** A cell of the row, by the place of its column; undefined: the row as a whole. */
  cell: number | undefined;
}

interface Key {
  key: string;
  shiftKey: boolean;
}

interface Extent {
  rows: number;
  cells: number;
  /** Rows that are shown at once. */
  page: number;
}

/** Where a key moves to; undefined when it does not move anything. */
export function movedCursor(
  at: RangeCursor | undefined,
  { key, shiftKey }: Key,
  extent: Extent,
): RangeCursor | undefined {
  if (extent.rows === 0) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (!at || shiftKey) return undefined;
    const step = key === 'ArrowRight' ? 1 : -1;
    const cell = at.cell === undefined ? (step > 0 ? 0 : undefined) : at.cell + step;
    // Left of the first cell is the row as a whole.
    if (cell === undefined || cell < 0) return { row: at.row, anchor: at.row, cell: undefined };
    return { row: at.row, anchor: at.row, cell: Math.min(extent.cells - 1, cell) };
  }
  const row = moveCursor(key, at?.row ?? -1, extent.rows, extent.page);
  if (row === undefined) return undefined;
  return { row, anchor: shiftKey && at ? at.anchor : row, cell: shiftKey ? undefined : at?.cell };
}

/** First and last row of the range, both included. */
export function rangeOf({ row, anchor }: RangeCursor): { first: number; last: number; count: number } {
  const [first, last] = row < anchor ? [row, anchor] : [anchor, row];
  return { first, last, count: last - first + 1 };
}

/** The cursor in a list of `count` rows. A list in another `order` has none: it would be on other rows. */
export function useRangeCursor(
  order: string,
  count: number,
): [RangeCursor | undefined, (at: RangeCursor | undefined) => void] {
  const [kept, setKept] = useState<{ order: string; at: RangeCursor }>();
  const cursor = kept?.order === order && kept.at.row < count ? kept.at : undefined;
  return [cursor, (at) => setKept(at && { order, at })];
}
