import { DIVISORS, fits, PLAUSIBLE, SCHEMA_DIVISOR } from './bill-evidence.ts';
import type { Decision } from './decision.ts';

/** What the costs of readings are divided by. They state no measure; only the price of a unit shows it. */

/** FlowDirectionKind: net and received energy may well be worth next to nothing. */
const WORTHLESS: readonly (number | undefined)[] = [4, 19];

/** Costs of readings hold no fixed charges, and some only a part of the price: a price that is lower by this factor is still plausible. */
const LENIENCE = 2;

export interface CostedReadings {
  /** Sums over the readings that have both: raw costs, and amounts in the unit that is shown. */
  cost: number | undefined;
  amount: number | undefined;
  /** Name of the unit that is shown, "kWh". */
  unit: string;
  flow: number | undefined;
}

/** The range of plausible prices of such readings; undefined where it is unknown. */
function pricedRange({ cost, amount, unit, flow }: CostedReadings): readonly [least: number, most: number] | undefined {
  if (!cost || cost < 0 || !amount || amount <= 0 || WORTHLESS.includes(flow)) return undefined;
  return PLAUSIBLE[unit];
}

/** True where costs on the scale of the schema are out of all proportion: their scale is another, or that of the amounts. */
export function isSchemaPriceImplausible(readings: CostedReadings): boolean {
  const range = pricedRange(readings);
  if (range === undefined) return false;
  const perUnit = (readings.cost ?? 0) / (readings.amount ?? 1);
  return !fits({ perUnit, range: [range[0] / LENIENCE, range[1]] }, SCHEMA_DIVISOR);
}

/** Decides by the average price of all readings of a series; that of the schema unless it is out of the question. */
export function decideCostScale(readings: CostedReadings): Decision<number> {
  const { cost = 0, amount = 0, unit } = readings;
  const schema = (reason: string, certain: boolean): Decision<number> => ({ value: SCHEMA_DIVISOR, reason, certain });
  const range = pricedRange(readings);
  if (range === undefined) {
    return schema('Nothing tells of another scale, so that of the schema is used: 1/100,000.', false);
  }
  const [least, most] = range;
  const price = { perUnit: cost / amount, range: [least / LENIENCE, most] as const };
  const shown = (divisor: number) => `${(price.perUnit / divisor).toPrecision(3)} per ${unit}`;
  if (fits(price, SCHEMA_DIVISOR)) {
    return schema(`The price is plausible at the schema’s 1/100,000: ${shown(SCHEMA_DIVISOR)}.`, true);
  }
  const distance = (divisor: number) => Math.abs(Math.log(price.perUnit / divisor / Math.sqrt(least * most)));
  const best = DIVISORS.filter((divisor) => fits(price, divisor)).sort((a, b) => distance(a) - distance(b))[0];
  if (best === undefined) {
    return schema(`No scale gives a plausible price (at the schema’s 1/100,000 ${shown(SCHEMA_DIVISOR)}).`, false);
  }
  const scale = best === 1 ? 'whole units' : `1/${best.toLocaleString('en-US')}`;
  const reason = `The price is plausible in ${scale}: ${shown(best)}; at the schema’s 1/100,000 it would be ${shown(SCHEMA_DIVISOR)}.`;
  return { value: best, reason, certain: false };
}
