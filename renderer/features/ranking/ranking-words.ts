/** Figures of the ranking in words. Pure. */

import { unitLabel } from '#shared/espi/units.ts';
import type { RankedBy } from '#shared/ranked-by.ts';
import { rateUnit } from '../../charts/measure.ts';
import { formatQuantity, formatShare } from '../../ui/format.ts';

/** What meters are ranked by, in the order of the choice. */
export const rankedNames: Readonly<Record<RankedBy, string>> = {
  amount: 'Consumption',
  peak: 'Peak',
  base: 'Base load',
  loadFactor: 'Load factor',
  cost: 'Cost',
  price: 'Price',
  billed: 'Cost by bills',
  billedPrice: 'Price by bills',
  missing: 'Missing',
  estimated: 'Estimated',
  previous: 'Change, previous period',
  lastYear: 'Change, last year',
};

/** What is a share, typed and shown in percent. */
export const SHARES: ReadonlySet<RankedBy> = new Set(['loadFactor', 'missing', 'estimated', 'previous', 'lastYear']);

/** The unit of a figure, for heads and thresholds; empty for money, whose currency stands beside each number. */
export function figureUnit(by: RankedBy, unit: string): string {
  if (SHARES.has(by)) return '%';
  if (by === 'cost' || by === 'billed') return '';
  if (by === 'price' || by === 'billedPrice') return `per ${unitLabel(unit)}`;
  return by === 'amount' ? unitLabel(unit) : rateLabel(unit);
}

/** kW for kWh, m³/h for m³. */
function rateLabel(unit: string): string {
  return unitLabel(rateUnit(unit) ?? `${unitLabel(unit)}/h`);
}

/** "+12.3 %", "-4 %", "0 %"; what is not zero never reads as that. */
export function formatChange(change: number): string {
  if (change !== 0 && Math.abs(change) < 0.001) return 'less than 0.1 %';
  return `${change > 0 ? '+' : change < 0 ? '-' : ''}${formatShare(Math.abs(change))}`;
}

/** A price has more decimals than an amount of money. */
export function formatPrice(price: number): string {
  return formatQuantity(price);
}
