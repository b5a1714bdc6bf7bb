import { groupBy } from '../group.ts';
import {
  type BillMoney,
  DIVISORS,
  type Evidence,
  evidenceOf,
  fits,
  medianPrice,
  mostVoted,
  type Price,
  SCHEMA_DIVISOR,
  tidy,
  tooCoarse,
} from './bill-evidence.ts';
import type { Decision } from './decision.ts';

/**
 * What raw money is divided by. The schema wants 1/100 000 of the currency; some custodians send 1/1000, cents or whole
 * units. A custodian has one scale, and all of its bills are asked for it: what their lines state comes first, then
 * decimals, then the price of a unit, then the schema. A bill that differs carries a warning.
 */

/** What a scale was concluded from, the surest first. */
export type MoneyEvidence = 'user' | 'stated' | 'decimals' | 'price' | 'schema';

/** What raw money of a bill is to be divided by. */
export interface MoneyScales {
  evidence: MoneyEvidence;
  /** billLastPeriod, billToDate, costAdditionalLastPeriod. */
  bill: Decision<number>;
  /** Amounts and unit costs of the line items. */
  lines: Decision<number>;
  /** Why the amounts of this bill may be wrong by a power of ten. */
  warning: string | undefined;
}

/**
 * Decides the scales of all bills of one custodian, in their order. One scale holds for all of them; where a bill
 * states another one, or bills from some day on only make sense on another one, those follow theirs and are warned of.
 */
export function decideMoneyScales(bills: readonly BillMoney[]): MoneyScales[] {
  const all = bills.map(evidenceOf);
  const usual = usualScale(all);
  const moved = movedScales(all, usual);
  const scales = all.map((own, place) => ({ own, scales: scalesOf(own, usual, moved.get(place)) }));
  const typical = median(all.flatMap(({ raw }) => (raw === undefined ? [] : [Math.abs(raw)])));
  const following = scales.filter((one) => one.scales.bill.value === usual.bill).length;
  return scales.map(({ own, scales: one }) => ({
    ...one,
    warning: warningOf(one, own, { usual, following, typical }),
  }));
}

/** The scales that the user chose for a bill; its lines keep their ratio to its total. */
export function chosenScales(chosen: number, { bill, lines }: MoneyScales): MoneyScales {
  const decision = (value: number): Decision<number> => ({ value, reason: 'You chose it.', certain: true });
  return {
    evidence: 'user',
    bill: decision(chosen),
    lines: decision(tidy((chosen * lines.value) / bill.value)),
    warning: undefined,
  };
}

/** The scale of a custodian. */
interface Usual {
  bill: number;
  /** Lines are divided by `bill` times 10^power. */
  power: number;
  evidence: MoneyEvidence;
  reason: string;
  certain: boolean;
  /** A statement of whole units is ignored where the prices contradict it. */
  trusts: (stated: number) => boolean;
}

function usualScale(all: readonly Evidence[]): Usual {
  const prices = all.flatMap(({ price }) => price ?? []);
  const fitting = (divisor: number) => prices.filter((price) => fits(price, divisor)).length;
  const power = usualPower(all) ?? 0;
  // A multiplier of 0 is often just not filled in.
  const contradicted = (divisor: number) =>
    fitting(divisor) === 0 && DIVISORS.some((other) => fitting(other) > prices.length / 2);
  const trusts = (stated: number) => stated / 10 ** power > 1 || !contradicted(stated / 10 ** power);
  const shared = { power, trusts };
  const stated = usualStatement(all, trusts);
  if (stated !== undefined) {
    const bill = tidy(stated / 10 ** power);
    if (usualPower(all) === undefined && contradicted(bill)) {
      // What the lines state holds for them; nothing ties the totals to it, and they make no sense on it.
      const own = byPrice(prices, fitting);
      return { ...shared, ...own, power: Math.round(Math.log10(stated / own.bill)), certain: false };
    }
    const totals = power === 0 ? '' : `; the totals are in ${oneIn(bill)}, for the lines add up to them so`;
    const reason = `Bills state it: measured in money, in ${oneIn(stated)}${totals}.`;
    return { ...shared, bill, evidence: 'stated', reason, certain: true };
  }
  const amounts = all.filter(({ raw }) => raw !== undefined).length;
  const decimals = all.filter((one) => one.decimals).length;
  const whole = prices.length === 0 ? decimals >= amounts / 2 : fitting(1) > fitting(SCHEMA_DIVISOR);
  if (decimals > 0 && whole) {
    const reason = 'Amounts are sent with decimals, as amounts of the currency itself.';
    return { ...shared, bill: 1, evidence: 'decimals', reason, certain: true };
  }
  return { ...shared, ...byPrice(prices, fitting) };
}

/** The power between lines and totals. One that is not 0 must show in most bills: a few add up to one by chance. */
function usualPower(all: readonly Evidence[]): number | undefined {
  const votes = new Map<number, number>();
  for (const { power } of all) if (power !== undefined) votes.set(power, (votes.get(power) ?? 0) + 1);
  const most = mostVoted(votes);
  if (most === undefined || most === 0) return most;
  const enough = (votes.get(most) ?? 0) >= all.filter(({ comparable }) => comparable).length / 2;
  return enough && votes.get(most) !== votes.get(0) ? most : votes.has(0) ? 0 : undefined;
}

/** What most bills that state a scale state; of as many, what the newest says. */
function usualStatement(all: readonly Evidence[], trusts: (stated: number) => boolean): number | undefined {
  const votes = new Map<number, { count: number; newest: number }>();
  for (const { stated, start } of all) {
    if (stated === undefined || !trusts(stated)) continue;
    const { count, newest } = votes.get(stated) ?? { count: 0, newest: start };
    votes.set(stated, { count: count + 1, newest: Math.max(newest, start) });
  }
  return [...votes].sort(([, a], [, b]) => b.count - a.count || b.newest - a.newest)[0]?.[0];
}

type ByPrice = Pick<Usual, 'bill' | 'evidence' | 'reason' | 'certain'>;

/** What fits nearly as many bills as the best is as good: a summer of fixed charges fits nothing. */
const AS_GOOD = 0.7;

/** The scale at which most bills have a plausible price; that of the schema where it is as good. */
function byPrice(prices: readonly Price[], fitting: (divisor: number) => number): ByPrice {
  const schema = (reason: string): ByPrice => {
    return { bill: SCHEMA_DIVISOR, evidence: 'schema', reason, certain: false };
  };
  if (prices.length === 0) {
    return schema('No bill states its scale or has a price to judge by: the scale of the schema is used.');
  }
  const most = Math.max(...DIVISORS.map(fitting));
  // One unit speaks for all: the one that most bills are in.
  const ofUnit = [...groupBy(prices, ({ unit }) => unit).values()].sort((a, b) => b.length - a.length)[0] ?? prices;
  const { unit, range } = medianPrice(ofUnit);
  const [raw, quantity] = [sumOf(ofUnit, (price) => price.raw), sumOf(ofUnit, (price) => price.quantity)];
  // Over all bills together, so that fixed charges weigh little.
  const price = (divisor: number) => raw / quantity / divisor;
  const shown = (divisor: number) => `${price(divisor).toPrecision(3)} per ${unit}`;
  const bySchema = `at the schema’s ${oneIn(SCHEMA_DIVISOR)}`;
  if (most === 0) return schema(`No scale gives a plausible price (${bySchema} ${shown(SCHEMA_DIVISOR)}).`);
  const good = DIVISORS.filter((divisor) => fitting(divisor) >= most * AS_GOOD);
  const fine = good.filter((divisor) => !tooCoarse(prices, divisor));
  const best = fine.length > 0 ? fine : good;
  const among = prices.length === 1 ? '' : `, plausible for ${most} of ${prices.length} bills`;
  if (best.includes(SCHEMA_DIVISOR)) {
    const reason = `The price is plausible ${bySchema}: ${shown(SCHEMA_DIVISOR)}${among}.`;
    return { bill: SCHEMA_DIVISOR, evidence: 'price', reason, certain: fitting(SCHEMA_DIVISOR) > prices.length / 2 };
  }
  // Of several that fit, the one nearest to the middle of what is plausible.
  const [least, highest] = range;
  const distance = (divisor: number) => Math.abs(Math.log(price(divisor) / Math.sqrt(least * highest)));
  const bill = best.toSorted((a, b) => distance(a) - distance(b))[0] ?? SCHEMA_DIVISOR;
  const reason = `The price is plausible in ${oneIn(bill)}: ${shown(bill)}${among}; ${bySchema} it would be ${shown(SCHEMA_DIVISOR)}.`;
  return { bill, evidence: 'price', reason, certain: best.length === 1 && fitting(bill) > prices.length / 2 };
}

function sumOf<T>(list: readonly T[], value: (one: T) => number): number {
  return list.reduce((sum, one) => sum + value(one), 0);
}

/** This many bills in a row mean that the custodian changed its scale; one or two are odd bills. */
const CHANGE = 3;

interface Judged {
  place: number;
  raw: number;
  price: Price;
}

/**
 * Bills at the beginning or the end of the history whose price is plausible on one other scale only, where it is like
 * that of the rest: the custodian changed its scale. By place in `all`.
 */
function movedScales(all: readonly Evidence[], usual: Usual): Map<number, number> {
  const judged = [...all.entries()]
    .sort(([, a], [, b]) => a.start - b.start)
    .flatMap(([place, { price, raw, stated }]): Judged[] =>
      price && raw !== undefined && stated === undefined ? [{ place, price, raw }] : [],
    );
  const byUnit = groupBy(judged, ({ price }) => price.unit);
  return new Map([...byUnit.values()].flatMap((bills) => movedOfUnit(bills, usual)));
}

/** @param judged bills in one unit, oldest first. Answers place and scale of those that moved. */
function movedOfUnit(judged: readonly Judged[], usual: Usual): [number, number][] {
  const moved: [number, number][] = [];
  const settled = judged.flatMap(({ price }) => (fits(price, usual.bill) ? [price] : []));
  if (settled.length < CHANGE) return moved;
  const typical = medianPrice(settled).perUnit / usual.bill;
  const other = ({ price }: Judged): number | undefined =>
    fits(price, usual.bill)
      ? undefined
      : DIVISORS.find((divisor) => divisor !== usual.bill && Math.abs(Math.log(price.perUnit / divisor / typical)) < 1);
  for (const inOrder of [judged, judged.toReversed()]) {
    const divisor = inOrder[0] && other(inOrder[0]);
    if (divisor === undefined) continue;
    const end = inOrder.findIndex((one) => other(one) !== divisor);
    const run = inOrder.slice(0, end < 0 ? inOrder.length : end);
    // Whole cents on the usual scale throughout: that is what was meant, however little it is.
    const whole = usual.bill > divisor && run.every(({ raw }) => raw % (usual.bill / 100) === 0);
    if (run.length >= CHANGE && !whole) for (const { place } of run) moved.push([place, divisor]);
  }
  return moved;
}

function scalesOf(own: Evidence, usual: Usual, moved: number | undefined): MoneyScales {
  const usualLines = tidy(usual.bill * 10 ** usual.power);
  const decide = (evidence: MoneyEvidence, bill: number, lines: number, reason: string, certain: boolean) => ({
    evidence,
    bill: { value: tidy(bill), reason, certain },
    lines: { value: tidy(lines), reason, certain },
    warning: undefined,
  });
  const stated = own.stated !== undefined && usual.trusts(own.stated) ? own.stated : undefined;
  if (stated !== undefined && own.apart) {
    const reason = `The lines of this bill state different scales, and add up to its total in ${oneIn(stated)}.`;
    return decide('stated', stated, stated, reason, true);
  }
  if (stated !== undefined && stated !== usualLines) {
    const bill = stated / 10 ** (own.power ?? usual.power);
    return decide('stated', bill, stated, `This bill states it: measured in money, in ${oneIn(stated)}.`, true);
  }
  if (moved !== undefined) {
    const price = own.price ? `: ${(own.price.perUnit / moved).toPrecision(3)} per ${own.price.unit}` : '';
    const reason = `The price is like that of the other bills in ${oneIn(moved)} only${price}.`;
    return decide('price', moved, moved * 10 ** usual.power, reason, false);
  }
  return decide(usual.evidence, usual.bill, usualLines, usual.reason, usual.certain);
}

interface Company {
  usual: Usual;
  /** How many bills are on the usual scale. */
  following: number;
  /** The median of the raw totals. */
  typical: number;
}

/** A total that is this many times as high or as low as the typical one is not explained by the season. */
const ODD = 30;

function warningOf({ bill, lines }: MoneyScales, own: Evidence, { usual, following, typical }: Company) {
  if (bill.value !== usual.bill && following > 0) {
    const others = following === 1 ? 'another bill' : `${following} other bills`;
    return `The money of this bill is read in ${oneIn(bill.value)}, that of ${others} of this custodian in ${oneIn(usual.bill)}. The custodian may have changed its scale.`;
  }
  if (own.mixed) return 'The lines of this bill state different scales. The one that most of them state is used.';
  if (lines.value !== bill.value && own.stated !== undefined && own.power === undefined) {
    return `The lines of this bill state ${oneIn(lines.value)}, its total only makes sense in ${oneIn(bill.value)}, and they do not add up to it.`;
  }
  const { price, raw } = own;
  if (usual.evidence === 'schema' && raw !== undefined && isOddMoney(raw, bill.value)) {
    return `Nothing says on which scale the money of this bill is, and in ${oneIn(bill.value)} its total is no whole number of cents. It may be on another scale.`;
  }
  const inferred = usual.evidence === 'price' || usual.evidence === 'schema';
  if (!inferred || !price || !raw || fits(price, bill.value)) return undefined;
  const odd = raw > typical * ODD || raw < typical / ODD;
  if (!odd || !DIVISORS.some((divisor) => fits(price, divisor))) return undefined;
  const shown = (price.perUnit / bill.value).toPrecision(2);
  return `In ${oneIn(bill.value)}, as the other bills are read, a ${price.unit} costs ${shown} here. This bill may be on another scale.`;
}

/** A total below this many units of the currency is small for a bill. */
const SMALL = 10;

/** True of a small total that is not in whole cents on a scale: hardly what a bill comes to. */
function isOddMoney(raw: number, divisor: number): boolean {
  return Math.abs(raw) < SMALL * divisor && (raw * 100) % divisor !== 0;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** "1/1,000"; whole units are "whole units". */
function oneIn(divisor: number): string {
  return divisor === 1 ? 'whole units' : `1/${divisor.toLocaleString('en-US')}`;
}
