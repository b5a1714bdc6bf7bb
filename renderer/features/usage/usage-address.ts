/** What the address of a usage view keeps, so that it can be copied and opened again. */
import type { Span } from '../../charts/viewport.ts';

const usageTabs = [
  'profile',
  'totals',
  'bills',
  'heat-map',
  'compare',
  'patterns',
  'coverage',
  'readings',
  'blocks',
  'quality',
] as const;
export type UsageTab = (typeof usageTabs)[number];

export interface UsageSearch {
  tab?: UsageTab;
  /** Shown series, by id. */
  series?: string[];
  /** Epoch seconds. */
  from?: number;
  to?: number;
  /** Amounts where there is none. */
  measure?: 'power';
  /** Costs are drawn below the amounts. */
  cost?: true;
  /** Compared with: `previous`, `year`, `date`, or another meter by its id. */
  with?: string;
  /** The interval block that a picked reading led to, by id. */
  block?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseUsageSearch(search: Record<string, unknown>): UsageSearch {
  const { tab, series, from, to, measure } = search;
  const list = Array.isArray(series) ? series.filter((one) => typeof one === 'string') : [];
  const known = usageTabs.find((one) => one === tab);
  const span = typeof from === 'number' && typeof to === 'number' && to > from;
  return {
    ...(known ? { tab: known } : {}),
    ...(list.length > 0 ? { series: list.slice(0, 12) } : {}),
    ...(span ? { from: Math.round(from), to: Math.round(to) } : {}),
    ...(measure === 'power' ? { measure } : {}),
    // Older addresses have the cost as a measure.
    ...(search.cost === true || measure === 'cost' ? { cost: true as const } : {}),
    ...(typeof search.with === 'string' ? { with: search.with } : {}),
    ...(typeof search.block === 'string' ? { block: search.block } : {}),
  };
}

/** The span of an address, if it has one. */
export function spanOf(search: UsageSearch): Span | undefined {
  return search.from === undefined || search.to === undefined ? undefined : { from: search.from, to: search.to };
}
