import { useMemo } from 'react';
import { axisOf, type Dated, type MonthAxis, pageOf } from './months.ts';

/**
 * All months of a table, and those of a page (see {@link pageOf}). The same objects as long as they are the same: arriving
 * rows do not ask for all cells again.
 */
export function useMonthAxis(
  rows: readonly Dated[] | undefined,
  page = 0,
): { all: MonthAxis | undefined; shown: MonthAxis | undefined } {
  const { first, count } = useMemo(() => axisOf(rows ?? []), [rows]) ?? {};
  return useMemo(() => {
    const all = first === undefined || count === undefined ? undefined : { first, count };
    return { all, shown: all && pageOf(all, page) };
  }, [first, count, page]);
}
