/** Cells of result rows as the types they are known to have. */
import type { Cell } from './database.ts';

export function text(value: Cell | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

export function optionalText(value: Cell | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

export function number(value: Cell | undefined): number {
  return value === null || value === undefined ? 0 : Number(value);
}

export function optionalNumber(value: Cell | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

/** A JSON column's value; undefined for NULL. */
export function json(value: Cell | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : undefined;
}
