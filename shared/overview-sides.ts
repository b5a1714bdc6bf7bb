/** What pictures of an overview break a total down by, beside months and amounts. */
import { codeLabel } from './espi/code-lists.ts';

export const OVERVIEW_SIDES = ['service', 'tariff', 'utility', 'tag', 'state'] as const;
export type OverviewSide = (typeof OVERVIEW_SIDES)[number];

/** What a value of a side is called; "" stands for meters of which it is not known. */
export function sideLabel(side: OverviewSide, value: string): string {
  if (value === '') return side === 'tag' ? 'without a tag' : 'not known';
  return side === 'service' ? codeLabel('ServiceKind', Number(value)) : value;
}
