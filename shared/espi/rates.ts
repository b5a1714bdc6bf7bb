/** The three ways in which a reading can be priced: time of use, consumption tier, critical peak. */
export const RATE_KINDS = ['tou', 'tier', 'cpp'] as const;
export type RateKind = (typeof RATE_KINDS)[number];
