import { type BillLine, possibleSums, readLine, type Summable } from './bill-lines.ts';
import { unitOf } from './units.ts';
import type { LineItem, SummaryMeasurement } from './usage-entities.ts';

/** What one bill says of the scale of its money. What follows from all bills of a custodian is in money.ts. */

/** What the schema says: 1/100 000 of the currency. */
export const SCHEMA_DIVISOR = 100_000;
/** What a price can distinguish. */
export const DIVISORS = [SCHEMA_DIVISOR, 1000, 100, 1] as const;
/** Between lines and total; the plainest first. */
const POWERS = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5] as const;

/** Price of one display unit, in units of a hard currency, that bills are plausible with: [least, most]. */
export const PLAUSIBLE: Readonly<Record<string, readonly [number, number]>> = {
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
  /** Epoch seconds; gives the order of the bills. */
  start?: number | undefined;
  billLastPeriod?: number | undefined;
  costAdditionalLastPeriod?: number | undefined;
  lineItems: readonly LineItem[];
  /** Measurements of the summary itself; one of them may be its money. */
  measurements?: readonly (SummaryMeasurement | undefined)[];
  consumption?: SummaryMeasurement | undefined;
}

export interface Evidence {
  start: number;
  /** Raw total; undefined where it is missing or 0. */
  raw: number | undefined;
  /** What its lines (or its own fields) state that money is divided by, as most of them do. */
  stated: number | undefined;
  /** What states that: its lines, or a field of the summary that repeats its total. */
  statedBy: 'lines' | 'summary' | undefined;
  /** Its lines do not agree on it. */
  mixed: boolean;
  /** They do not, and each is right on its own: they add up to the total so. */
  apart: boolean;
  decimals: boolean;
  /** Much of what was charged was credited: the total is not the price of what was used. */
  credited: boolean;
  /** It has a total, and lines beside it. */
  comparable: boolean;
  /** Its lines add up to 10^power times its total; undefined where they do not, at any power. */
  power: number | undefined;
  /** Of a unit; undefined where there is nothing to judge by. */
  price: Price | undefined;
}

export interface Price {
  raw: number;
  /** In the unit that is shown. */
  quantity: number;
  /** If the total were divided by 1. */
  perUnit: number;
  /** Label of the unit. */
  unit: string;
  range: readonly [least: number, most: number];
}

/** The lines of a bill, with their money on one scale as far as that is known. */
export interface BillLines {
  /** `factor` is what the money of a line as sent was multiplied by. */
  lines: (BillLine & { factor: number })[];
  /** How many lines state what. */
  votes: ReadonlyMap<number, number>;
  /** They state scales of their own, and add up to the total so. */
  apart: boolean;
}

/**
 * Reads the lines of a bill. Where they state different scales, each is on its own if they add up to the total so, and is brought to the
 * scale of that; else they are taken as they are.
 */
export function linesOf(
  money: Pick<BillMoney, 'billLastPeriod' | 'costAdditionalLastPeriod' | 'lineItems'>,
): BillLines {
  const lines = money.lineItems.map((item) => ({ ...readLine(item), factor: 1 }));
  const votes = votesOf(lines);
  const usual = mostVoted(votes);
  const total = totalOf(money);
  if (usual === undefined || total === undefined || votes.size < 2) return { lines, votes, apart: false };
  const apart = lines.map((line) => rescaled(line, 1 / (line.stated ?? usual)));
  const divisor = divisorMet(summables(apart), total, [...votes.keys(), ...DIVISORS]);
  if (divisor === undefined) return { lines, votes, apart: false };
  const together = lines.map((line) => ({ ...rescaled(line, divisor / (line.stated ?? usual)), stated: divisor }));
  return { lines: together, votes: votesOf(together), apart: true };
}

function rescaled<T extends BillLine>(line: T, factor: number): T & { factor: number } {
  return { ...line, factor, raw: line.raw === undefined ? undefined : line.raw * factor };
}

function votesOf(lines: readonly BillLine[]): Map<number, number> {
  const votes = new Map<number, number>();
  for (const { stated, raw } of lines) {
    if (stated !== undefined && stated >= 1 && raw) votes.set(stated, (votes.get(stated) ?? 0) + 1);
  }
  return votes;
}

function summables(lines: readonly BillLine[]): Summable[] {
  return lines.map(({ role, subtotal, raw }) => ({ role, subtotal, amount: raw }));
}

/** Of money as sent; undefined where it is missing or 0. */
function totalOf({
  billLastPeriod,
  costAdditionalLastPeriod,
}: Pick<BillMoney, 'billLastPeriod' | 'costAdditionalLastPeriod'>): number | undefined {
  return billLastPeriod || costAdditionalLastPeriod || undefined;
}

/** Reads a bill for what it says of its scale. */
export function evidenceOf(money: BillMoney): Evidence {
  const { lines, votes, apart } = linesOf(money);
  const summable = summables(lines);
  const total = totalOf(money);
  const raw = total ?? (possibleSums(summable)[0]?.sum || undefined);
  const byLines = mostVoted(votes);
  const bySummary = byLines === undefined && total !== undefined ? statedBySummary(money, total) : undefined;
  const credited = isCredited(summable);
  return {
    start: money.start ?? 0,
    raw,
    stated: byLines ?? bySummary,
    statedBy: byLines !== undefined ? 'lines' : bySummary !== undefined ? 'summary' : undefined,
    mixed: votes.size > 1,
    apart,
    decimals: [total, ...lines.map(({ raw, factor }) => raw && raw / factor)].some(
      (one) => one !== undefined && !Number.isInteger(tidy(one)),
    ),
    credited,
    comparable: total !== undefined && lines.length > 0,
    power: total === undefined ? undefined : powerBetween(summable, total),
    price: credited ? undefined : priceOf(raw, money.consumption),
  };
}

/** What of a bill itself states its scale; undefined where nothing does. @param lines what the money of its lines is divided by */
export function scaleStatedBy(money: BillMoney, lines: number): Evidence['statedBy'] | 'sum' {
  const { stated, statedBy, apart } = evidenceOf(money);
  if (stated !== lines) return undefined;
  return apart ? 'sum' : statedBy;
}

/** Credits make up for a third of the charges or more. */
function isCredited(lines: readonly Summable[]): boolean {
  let [charged, credited] = [0, 0];
  for (const { role, amount = 0 } of lines) {
    if (role === 'credit' || (amount < 0 && (role === 'charge' || role === 'tax'))) credited += Math.abs(amount);
    else if (role === 'charge' || role === 'tax') charged += amount;
  }
  return credited > charged / 3;
}

/** A field of the summary that is measured in money and repeats its total. */
function statedBySummary({ measurements = [] }: BillMoney, total: number): number | undefined {
  const own = measurements.find((one) => one?.uom === 80 && one.value === total);
  const power = own?.powerOfTenMultiplier;
  return power === undefined || power > 0 ? undefined : 10 ** -power;
}

/** The key with the most votes; of as many, the greatest. */
export function mostVoted(votes: ReadonlyMap<number, number>): number | undefined {
  return [...votes].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0];
}

/** The power of ten between the lines' sum (or a balance that repeats the total) and the total. */
function powerBetween(lines: readonly Summable[], total: number): number | undefined {
  const balances = lines.flatMap(({ role, amount }) => (role === 'balance' && amount ? [amount] : []));
  const sums = [...sumsOf(lines), ...balances];
  return POWERS.find((power) => sums.some((sum) => Math.abs(sum / 10 ** power / total - 1) < 0.001));
}

/** What the total is divided by where lines, in the currency, add up to it to the cent; a smaller total than this is met by chance. */
function divisorMet(lines: readonly Summable[], total: number, divisors: readonly number[]): number | undefined {
  const [cent, smallest] = [0.01, 1];
  const sums = sumsOf(lines);
  return divisors.find((divisor) => {
    const amount = total / divisor;
    return Math.abs(amount) >= smallest && sums.some((sum) => Math.abs(sum - amount) < cent);
  });
}

function sumsOf(lines: readonly Summable[]): number[] {
  return possibleSums(lines)
    .filter(({ signs }) => signs.some((sign) => sign !== 0))
    .map(({ sum }) => sum);
}

/** What was multiplied and divided by powers of ten, exact again. */
export function tidy(number: number): number {
  return Number(number.toPrecision(12));
}

function priceOf(raw: number | undefined, consumption: SummaryMeasurement | undefined): Price | undefined {
  const unit = unitOf(consumption?.uom);
  const range = PLAUSIBLE[unit.name];
  const quantity = (consumption?.value ?? 0) * 10 ** (consumption?.powerOfTenMultiplier ?? 0) * unit.factor;
  return raw !== undefined && raw > 0 && range && quantity > 0
    ? { raw, quantity, perUnit: raw / quantity, unit: unit.label, range }
    : undefined;
}

/** True where the price is plausible when money is divided by this. */
export function fits({ perUnit, range: [least, most] }: Pick<Price, 'perUnit' | 'range'>, divisor: number): boolean {
  const price = perUnit / divisor;
  return price >= least && price <= most;
}

/** From this many totals on, their last digits show which scale they do not have. */
const ENOUGH = 3;

/** Bills are in whole cents: where all totals end in zeros, they are not on a scale on which these would be dimes. */
export function tooCoarse(prices: readonly Price[], divisor: number): boolean {
  const next = DIVISORS.findLast((other) => other > divisor);
  const step = Math.max(1, (next ?? divisor) / 100);
  return next !== undefined && step > 1 && prices.length >= ENOUGH && prices.every(({ raw }) => raw % step === 0);
}

/** The middle one by price; throws where there is none. */
export function medianPrice(prices: readonly Price[]): Price {
  const middle = prices.toSorted((a, b) => a.perUnit - b.perUnit)[prices.length >> 1];
  if (middle === undefined) throw new RangeError('There is no price.');
  return middle;
}
