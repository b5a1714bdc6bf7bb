/** Which row of a grid the right mouse button, or the menu key, is about. */
import type { MouseEvent } from 'react';

interface RowBelow {
  /** Of the row. */
  index: number;
  /** Of the cell among those that show a column; undefined where it is about the row as a whole. */
  cell: number | undefined;
  /** The address of the page that a link there leads to. */
  link: string | undefined;
  /** Where the menu belongs, px of the window. */
  x: number;
  y: number;
}

/**
 * By mouse it is what lies below the pointer; by keyboard the row or cell that the cursor of the grid is on, since these have no
 * focus of their own.
 * @returns undefined for the head, and where there is no row
 */
export function rowBelow(event: MouseEvent): RowBelow | undefined {
  const { target, currentTarget, button, clientX, clientY } = event;
  const byMouse = button === RIGHT;
  const active = byMouse ? null : currentTarget.getAttribute('aria-activedescendant');
  const element = active === null ? target : document.getElementById(active);
  if (!(element instanceof Element)) return undefined;
  const row = element.closest('[role=row]');
  const index = Number(row?.getAttribute('aria-rowindex')) - FIRST_ROW;
  if (row === null || !(index >= 0)) return undefined;
  const own = element.closest('[role=gridcell]');
  const cell = [...row.querySelectorAll('[role=gridcell]:not(.ms-table-select)')].findIndex((one) => one === own);
  const link = element.closest('a[href^="#/"]')?.getAttribute('href')?.slice(1);
  const { left, bottom } = element.getBoundingClientRect();
  const at = byMouse ? { x: clientX, y: clientY } : { x: left + INDENT_PX, y: bottom };
  return { index, cell: cell < 0 ? undefined : cell, link, ...at };
}

const RIGHT = 2;
/** The head is the first row of a grid, and rows are counted from one. */
const FIRST_ROW = 2;
const INDENT_PX = 24;
