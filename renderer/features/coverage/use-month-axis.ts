import { useMemo } from 'react';
import { axisOf, type Dated, type MonthAxis, pageOf } from './months.ts';

/**
 * All months of a table, and those of a page (see {@link pageOf}). The same objects as long as they are the same: arriving
 * data do not ask for all cells again. @param span from the first to the last reading of all its rows
 */
export function useMonthAxis(
  span: Dated | undefined,
  page = 0,
): { all: MonthAxis | undefined; shown: MonthAxis | undefined } {
  const { first, count } = (span && axisOf(span)) ?? {};
  return useMemo(() => {
    const all = first === undefined || count === undefined ? undefined : { first, count };
    return { all, shown: all && pageOf(all, page) };
  }, [first, count, page]);
}
