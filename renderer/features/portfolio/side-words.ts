/** What the sides of an overview and what is chosen of them are called. Pure. */
import type { OverviewMeasure } from '#shared/contract/overview.ts';
import type { OverviewSide } from '#shared/overview-sides.ts';
import { formatMoney, unitWords } from '../../ui/format.ts';

export const SIDE_WORDS: Readonly<Record<OverviewSide, string>> = {
  service: 'Service',
  tariff: 'Tariff',
  utility: 'Utility',
  tag: 'Tag',
  state: 'State',
};

/** A range of amounts: `1,000 to 2,000 kWh`, `below 0 kWh`. */
export function amountWords(
  { atLeast, below }: { atLeast?: number | undefined; below?: number | undefined },
  { unit, currency }: Pick<OverviewMeasure, 'unit' | 'currency'>,
  format: (value: number) => string,
): string {
  const write = unit === undefined ? (value: number) => formatMoney(value, currency) : format;
  const words = unit === undefined ? '' : ` ${unitWords(unit)}`;
  if (atLeast === undefined) return `below ${write(below ?? 0)}${words}`;
  if (below === undefined) return `from ${write(atLeast)}${words}`;
  return `${write(atLeast)} to ${write(below)}${words}`;
}
