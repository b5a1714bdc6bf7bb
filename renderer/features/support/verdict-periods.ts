/** How many days of verdicts are shown. Pure. */
export const PERIODS = [
  { value: '14', label: 'the last 14 days' },
  { value: '31', label: 'the last 31 days' },
  { value: '92', label: 'the last 3 months' },
  { value: '366', label: 'the last year' },
  { value: 'all', label: 'all that is kept' },
] as const;
export type VerdictPeriod = (typeof PERIODS)[number]['value'];
export const DEFAULT_PERIOD: VerdictPeriod = '31';

export function isPeriod(value: unknown): value is VerdictPeriod {
  return PERIODS.some((one) => one.value === value);
}

/** The first instant of the period's first day on this computer's clock, epoch milliseconds; undefined for all. */
export function startOf(period: VerdictPeriod, now = new Date()): number | undefined {
  if (period === 'all') return undefined;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(period) + 1).getTime();
}
