/** The months of many meters together, as cells of a grid. Pure. */
import type { PortfolioMonths } from '#shared/contract/coverage.ts';
import { formatCount, formatCounted, formatShare } from '../../ui/format.ts';
import type { MonthCell } from './month-grid.tsx';
import { type MonthAxis, monthWords } from './months.ts';

/** @param onMonth opens a month with gaps */
export function portfolioCells(
  months: PortfolioMonths,
  { first, count }: MonthAxis,
  onMonth?: (month: number) => void,
): MonthCell[] {
  return Array.from({ length: count }, (_, index): MonthCell => {
    const at = (list: readonly number[]) => list[index] ?? 0;
    const holed = at(months.partial) + at(months.missing);
    const all = at(months.full) + at(months.estimated) + holed;
    const words = [
      `${formatCount(at(months.full))} without gaps`,
      `${formatCount(at(months.estimated))} with estimates`,
      `${formatCount(at(months.partial))} with gaps`,
      `${formatCount(at(months.missing))} missing`,
    ];
    return {
      month: first + index,
      coverage: at(months.coverage),
      estimated: at(months.estimatedShare),
      note: all === 0 ? 'no meter' : holed === 0 ? undefined : `${formatCount(holed)} with gaps`,
      title: `${monthWords(first + index)}, ${formatCounted(all, 'meter')}: ${words.join(', ')}; ${formatShare(at(months.estimatedShare))} estimated`,
      ...(holed > 0 && onMonth ? { onOpen: () => onMonth(first + index) } : {}),
    };
  });
}
