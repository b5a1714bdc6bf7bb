/** What the address of the ranking keeps. */
import type { Quantity } from '#shared/contract/ranking.ts';
import { RANKED_BY, type RankedBy } from '#shared/ranked-by.ts';

/** How many days may be ranked by. */
export const SPANS = [7, 14, 28, 30, 91, 182, 364, 365] as const;
export const DEFAULT_SPAN = 28;

export interface RankingSearch {
  /** Id of a group; all meters without one. */
  group?: string;
  /** Service, flow and unit, as ESPI codes with dots between: `0.1.72`. What most meters have without one. */
  quantity?: string;
  by?: RankedBy;
  /** The lowest first. */
  up?: true;
  /** Only meters whose figure is at least, and at most this; shares as shares. */
  least?: number;
  most?: number;
  /** How many days, up to this one (2024-01-31); without it to the last one that most meters have. */
  days?: number;
  until?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseRankingSearch(search: Record<string, unknown>): RankingSearch {
  const { group, quantity, by, up, least, most, days, until } = search;
  return {
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
    ...(typeof quantity === 'string' && quantityOf(quantity) ? { quantity } : {}),
    ...(isRankedBy(by) && by !== 'amount' ? { by } : {}),
    ...(up === true ? { up } : {}),
    ...(isNumber(least) ? { least } : {}),
    ...(isNumber(most) ? { most } : {}),
    ...(SPANS.some((one) => one === days) && days !== DEFAULT_SPAN ? { days: Number(days) } : {}),
    ...(typeof until === 'string' && isDay(until) ? { until } : {}),
  };
}

export function isRankedBy(value: unknown): value is RankedBy {
  return RANKED_BY.some((one) => one === value);
}

/** A quantity as the address has it. */
export function quantityKey({ service, flow, uom }: Quantity): string {
  return `${service}.${flow}.${uom}`;
}

export function quantityOf(key: string): Quantity | undefined {
  const [service, flow, uom] = /^(-?\d+)\.(\d+)\.(\d+)$/.exec(key)?.slice(1).map(Number) ?? [];
  return service === undefined || flow === undefined || uom === undefined ? undefined : { service, flow, uom };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A day so many days later. */
export function shiftedDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
