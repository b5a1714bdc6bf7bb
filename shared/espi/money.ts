import type { Decision } from './series.ts';
import { unitOf } from './units.ts';
import type { LineItem, SummaryMeasurement } from './usage-entities.ts';

/**
 * Money of bills. The schema wants 1/100 000 of the currency; some custodians send 1/1000, cents or whole units.
 * A detector looks for the scale at which the price of a unit makes sense, and says why.
 */

/** What the schema says: 1/100 000 of the currency. */
const SCHEMA_DIVISOR = 100_000;
const DIVISORS = [SCHEMA_DIVISOR, 1000, 100, 1] as const;

/** Price of one display unit, in units of a hard currency, that bills are plausible with: [least, most]. */
const PLAUSIBLE: Readonly<Record<string, readonly [number, number]>> = {
  kWh: [0.02, 1.5],
  therm: [0.15, 12],
  m3: [0.05, 25],
  'm3 compensated': [0.05, 25],
  'm3 uncompensated': [0.05, 25],
  ft3: [0.001, 0.7],
  'ft3 compensated': [0.001, 0.7],
  gal: [0.0005, 0.15],
  L: [0.00005, 0.05],
  Btu: [0.0000015, 0.00012],
};

export interface BillMoney {
  billLastPeriod?: number | undefined;
  costAdditionalLastPeriod?: number | undefined;
  lineItems: readonly Pick<LineItem, 'amount' | 'measurement'>[];
  consumption?: SummaryMeasurement | undefined;
}

/** What raw money of a bill is to be divided by. */
export interface MoneyScales {
  /** billLastPeriod, billToDate, costAdditionalLastPeriod. */
  bill: Decision<number>;
  /** Amounts and unit costs of the line items. */
  lines: Decision<number>;
}

/**
 * Decides both scales of a bill.
 * @param usual what {@link usualScale} says of the bills of the same meter.
 */
export function decideMoneyScale(money: BillMoney, usual?: number): MoneyScales {
  const bill = decideBill(amountOf(money), money.consumption, { stated: sharedScale(money), usual });
  return { bill, lines: decideLines(money, bill.value) };
}

/** A bill whose scale is beyond doubt outweighs so many whose price only fits another scale better. */
const CERTAIN_VOTES = 3;

/**
 * The scale of most bills of a meter, for those that cannot be judged by themselves (no consumption, a month that was
 * nearly paid by generation); undefined where no scale has the majority.
 */
export function usualScale(bills: readonly BillMoney[]): number | undefined {
  const votes = new Map<number, number>();
  let all = 0;
  for (const money of bills.filter(amountOf)) {
    const { value, certain } = decideMoneyScale(money).bill;
    // The scale of the schema without certainty is no judgement.
    const count = certain ? CERTAIN_VOTES : Number(value !== SCHEMA_DIVISOR);
    votes.set(value, (votes.get(value) ?? 0) + count);
    all += count;
  }
  return [...votes].find(([, count]) => count > all / 2)?.[0];
}

function amountOf(money: BillMoney): number | undefined {
  return money.billLastPeriod ?? money.costAdditionalLastPeriod;
}

/** What is known of the scale of an amount beside its own price. */
interface ScaleEvidence {
  /** What its lines say that they are divided by, if they add up to it as they are. */
  stated?: number | undefined;
  /** The scale of other bills of the meter. */
  usual?: number | undefined;
}

/** Decides the scale of an amount by the price per unit that it makes with the consumption of the same time. */
export function decideBill(
  raw: number | undefined,
  consumption: SummaryMeasurement | undefined,
  { stated, usual }: ScaleEvidence = {},
): Decision<number> {
  const schema = (reason: string, certain: boolean): Decision<number> => ({ value: SCHEMA_DIVISOR, reason, certain });
  if (!raw) return schema('There is no amount to judge by; the scale of the schema is used.', true);
  if (stated !== undefined) {
    const reason = `The lines, which add up to the bill as they are, are measured in money in 1/${stated}.`;
    return { value: stated, reason, certain: true };
  }
  const asUsual: Decision<number> | undefined =
    usual === undefined
      ? undefined
      : { value: usual, reason: `Other bills of this meter are in 1/${usual}.`, certain: false };
  const unit = unitOf(consumption?.uom);
  const range = PLAUSIBLE[unit.name];
  const quantity = (consumption?.value ?? 0) * 10 ** (consumption?.powerOfTenMultiplier ?? 0) * unit.factor;
  if (!range || !(quantity > 0)) {
    return asUsual ?? schema('There is no consumption to judge the price by; the scale of the schema is used.', false);
  }
  const price = Math.abs(raw) / quantity;
  const [least, most] = range;
  const fitting = DIVISORS.filter((divisor) => price / divisor >= least && price / divisor <= most);
  const shown = (divisor: number): string => `${(price / divisor).toPrecision(3)} per ${unit.label}`;
  if (fitting.includes(SCHEMA_DIVISOR)) {
    return schema(`At 1/100000 the price is ${shown(SCHEMA_DIVISOR)}, which is plausible.`, true);
  }
  // Of several that fit, the one nearest to the middle of what is plausible.
  const distance = (divisor: number): number => Math.abs(Math.log(price / divisor / Math.sqrt(least * most)));
  const [other] = fitting.sort((a, b) => distance(a) - distance(b));
  if (other !== usual) {
    if (asUsual) return asUsual;
    // What is paid out is not the price of what was used: it may well be next to nothing.
    if (raw < 0) return schema('A credit says nothing of the price; the scale of the schema is used.', false);
  }
  if (other === undefined) {
    return schema(`No scale gives a plausible price (at 1/100000 ${shown(SCHEMA_DIVISOR)}).`, false);
  }
  return {
    value: other,
    reason: `At 1/100000 the price would be ${shown(SCHEMA_DIVISOR)}; at 1/${other} it is ${shown(other)}.`,
    certain: false,
  };
}

/** Sums agree when they differ by less than this part: taxes and rounding may stand outside of the lines. */
const TOLERANCE = 0.25;

/** The multiplier of the first line that is measured in money. */
function statedMultiplier({ lineItems }: BillMoney): number | undefined {
  return lineItems.find((line) => line.measurement?.uom === 80)?.measurement?.powerOfTenMultiplier;
}

function sumOfLines({ lineItems }: BillMoney): number {
  return lineItems.reduce((total, line) => total + (line.amount ?? 0), 0);
}

/** The scale that the lines state, where it is the bill's as well. A multiplier of 0 is often just not filled in. */
function sharedScale(money: BillMoney): number | undefined {
  const raw = amountOf(money);
  const stated = statedMultiplier(money);
  if (!raw || stated === undefined || stated >= 0) return undefined;
  return Math.abs(sumOfLines(money) - raw) <= Math.abs(raw) * TOLERANCE ? 10 ** -stated : undefined;
}

function decideLines(money: BillMoney, billDivisor: number): Decision<number> {
  const stated = statedMultiplier(money);
  const raw = amountOf(money);
  const sum = sumOfLines(money);
  if (raw && sum) {
    const bill = raw / billDivisor;
    const near = (divisor: number): boolean => Math.abs(sum / divisor - bill) <= Math.abs(bill) * TOLERANCE;
    if (near(billDivisor)) {
      return { value: billDivisor, reason: 'The lines add up to the bill at the same scale.', certain: true };
    }
    const other = [...DIVISORS, 10_000, 10].find(near);
    if (other !== undefined) {
      return { value: other, reason: `The lines add up to the bill when they are read as 1/${other}.`, certain: true };
    }
  }
  if (stated !== undefined && stated <= 0) {
    const divisor = 10 ** -stated;
    return { value: divisor, reason: `A line is measured in money with a multiplier of 10^${stated}.`, certain: !raw };
  }
  return {
    value: billDivisor,
    reason:
      raw && sum
        ? 'The lines do not add up to the bill at any scale; that of the bill is used.'
        : 'There is nothing to compare the lines with.',
    certain: false,
  };
}
