/** What pictures of an overview break a total down by, beside months and amounts. */
export const OVERVIEW_SIDES = ['service', 'tariff', 'utility', 'tag', 'state'] as const;
export type OverviewSide = (typeof OVERVIEW_SIDES)[number];
