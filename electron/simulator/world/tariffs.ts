/** Prices of the simulated utilities. Rates are money per unit (kWh, therm, m3); all invented. */

/** Time-of-use buckets as ReadingType and IntervalReading number them; 0 where the tariff has none. */
export type Tou = 0 | 1 | 2 | 3;

export const TOU_NAMES: Record<Tou, string> = { 0: 'All day', 1: 'Off-peak', 2: 'Mid-peak', 3: 'On-peak' };

export interface Tariff {
  readonly code: string;
  readonly serviceClass: string;
  /** True: three buckets by `touAt`; false: one price all day. */
  readonly timeOfUse: boolean;
  /** Generation (supply) price by bucket; [1], [2], [3], and [0] for a flat tariff. */
  readonly supply: readonly [number, number, number, number];
  /** Delivery price of every unit. */
  readonly delivery: number;
  /** Money a day for being connected. */
  readonly daily: number;
  /** Money per kW of the highest quarter hour of the period; 0 without. */
  readonly demand: number;
  /** Money per unit fed in; 0 without. */
  readonly feedIn: number;
  readonly taxRate: number;
}

const TARIFFS: readonly Tariff[] = [
  tariff('R-1', 'Residential', { supply: [0.1462, 0, 0, 0], delivery: 0.0891, daily: 0.329 }),
  tariff('R-TOU', 'Residential', {
    timeOfUse: true,
    supply: [0, 0.0984, 0.1523, 0.2761],
    delivery: 0.0887,
    daily: 0.329,
  }),
  tariff('R-NEM', 'Residential', {
    timeOfUse: true,
    supply: [0, 0.1641, 0.2258, 0.3895],
    delivery: 0.0712,
    daily: 0.361,
    feedIn: 0.0774,
  }),
  tariff('GS-2', 'Commercial', {
    timeOfUse: true,
    supply: [0, 0.0712, 0.0958, 0.1417],
    delivery: 0.0412,
    daily: 2.94,
    demand: 14.35,
  }),
  tariff('AG-HH', 'Residential', {
    timeOfUse: true,
    supply: [0, 0.1987, 0.2489, 0.3912],
    delivery: 0.1093,
    daily: 1.021,
    taxRate: 0.1,
  }),
  tariff('G-1', 'Residential', { supply: [0.6124, 0, 0, 0], delivery: 0.4873, daily: 0.42 }),
  tariff('W-1', 'Residential', { supply: [1.384, 0, 0, 0], delivery: 0.612, daily: 0.295, taxRate: 0 }),
];

function tariff(code: string, serviceClass: string, given: Partial<Tariff>): Tariff {
  return {
    code,
    serviceClass,
    timeOfUse: false,
    supply: [0, 0, 0, 0],
    delivery: 0,
    daily: 0,
    demand: 0,
    feedIn: 0,
    taxRate: 0.0525,
    ...given,
  };
}

const byCode = new Map(TARIFFS.map((one) => [one.code, one]));

/** A tariff by its code. Throws for a code that no profile should have. */
export function tariffOf(code: string): Tariff {
  const found = byCode.get(code);
  if (!found) throw new Error(`tariffs.ts has no ${code}`);
  return found;
}

/** For one local day: the bucket of each local hour (0..24). `quiet` days are weekends and holidays. */
export function touOfDay(chosen: Tariff, quiet: boolean): (hour: number) => Tou {
  if (!chosen.timeOfUse) return () => 0;
  return (hour) => {
    if (hour < 7 || hour >= 23) return 1;
    if (!quiet && hour >= 16 && hour < 21) return 3;
    return quiet && hour < 9 ? 1 : 2;
  };
}
