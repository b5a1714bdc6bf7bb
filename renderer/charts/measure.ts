/** What the vertical axis measures. `power` divides an amount by its duration. */
export type Measure = 'amount' | 'power' | 'cost';

/** The unit of the average rate of an amount: kWh gives kW; none where the field has no such unit. */
export function rateUnit(unit: string): string | undefined {
  const hours = /^(.*?)h$/.exec(unit);
  if (hours?.[1] && /^(k|M|G)?(W|VA|var|VAr)$/.test(hours[1])) return hours[1];
  return undefined;
}
