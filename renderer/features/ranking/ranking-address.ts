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
  /** A calendar month (2024-01) instead of so many days. */
  month?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseRankingSearch(search: Record<string, unknown>): RankingSearch {
  const { group, quantity, by, up, least, most, days, until, month } = search;
  if (typeof month === 'string' && isDay(`${month}-01`)) {
    const { days: _days, until: _until, month: _month, ...rest } = search;
    return { ...parseRankingSearch(rest), month };
  }
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

/** The first and the last day that an address means. @param lastDay the last one that most meters have */
export function periodOf(
  { days = DEFAULT_SPAN, until, month }: RankingSearch,
  lastDay: string,
): { from: string; until: string } {
  if (month !== undefined) return { from: `${month}-01`, until: shiftedDay(`${shiftedMonth(month, 1)}-01`, -1) };
  const last = until ?? lastDay;
  return { from: shiftedDay(last, 1 - days), until: last };
}

/** The last calendar month that is over on a day. */
export function lastMonth(day: string): string {
  const next = shiftedDay(day, 1);
  return next.endsWith('-01') ? day.slice(0, 7) : shiftedMonth(day.slice(0, 7), -1);
}

/** A month (2024-01) so many months later. */
export function shiftedMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** A day so many days later. */
export function shiftedDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days there are, both included. */
export function daysOf(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;
}
