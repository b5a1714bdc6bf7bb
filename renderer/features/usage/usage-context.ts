import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import type { Span } from '../../charts/viewport.ts';
import type { UnitScale } from '../../ui/unit-scale.ts';
import type { UsageSearch } from './usage-address.ts';

/** What is known of a meter, whether it has readings or not. */
export interface MeterContext {
  workspace: string;
  point: CallOutput<'usagePoints.get'>;
  /** The meter's local time. */
  clock: Clock;
  /** All series of the meter. */
  all: readonly SeriesRow[];
  show: (view: Span) => void;
  search: UsageSearch;
  onSearch: (next: UsageSearch, replace: boolean) => void;
}

/** Leads to the load profile of a span. */
export function openProfile({ show, search, onSearch }: MeterContext, { from, to }: Span): void {
  show({ from, to });
  onSearch({ ...search, tab: 'profile', from, to }, false);
}

/** What every picture of a meter's readings is given. */
export interface UsageContext extends MeterContext {
  /** The chosen ones. */
  shown: readonly SeriesRow[];
  /** The first of them: tables and statistics are about it. */
  main: SeriesRow;
  /** From the first to the last reading of the chosen series. */
  extent: Span;
  view: Span;
  /** What numbers of a series are read in: one unit for all that is shown in it. */
  scaleOf: (row: Pick<SeriesRow, 'unit'>) => UnitScale;
}
