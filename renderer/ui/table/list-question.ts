/** What a long list of the store is asked, as its table is looked at. Pure. */
import type { CellValue } from './columns.ts';
import type { PagedView } from './paged-table.tsx';
import type { Choice } from './value-filter.tsx';

/** @param column type of the list's columns: those of the table are among them */
export function listQuestion<Column extends string>({ search, sort, filters }: PagedView) {
  const values = Object.entries(filters).map(([column, chosen]) => [column, chosen.map(storedValue)] as const);
  return {
    ...(search === '' ? {} : { search }),
    // The table knows its own columns only, and each of them is one of the list.
    ...(sort ? { sort: sort as { column: Column; descending: boolean } } : {}),
    ...(values.length > 0 ? { filters: Object.fromEntries(values) as Partial<Record<Column, (string | null)[]>> } : {}),
  };
}

function storedValue(value: CellValue): string | null {
  return value === undefined ? null : String(value);
}

/** What the columns of a list can be narrowed down to, as the store counted it. */
export function listChoices(
  choices: Record<string, readonly { value: string | null; count: number }[]> | undefined,
): Record<string, readonly Choice[]> | undefined {
  return (
    choices &&
    Object.fromEntries(
      Object.entries(choices).map(([column, values]) => [
        column,
        values.map(({ value, count }) => ({ value: value ?? undefined, count })),
      ]),
    )
  );
}
