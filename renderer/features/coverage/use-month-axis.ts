import { useMemo } from 'react';
import { axisOf, type Dated, type MonthAxis } from './months.ts';

/** The months of a table. The same object as long as they are the same: arriving rows do not ask for all cells again. */
export function useMonthAxis(rows: readonly Dated[] | undefined): MonthAxis | undefined {
  const { first, count } = useMemo(() => axisOf(rows ?? []), [rows]) ?? {};
  return useMemo(() => (first === undefined || count === undefined ? undefined : { first, count }), [first, count]);
}
