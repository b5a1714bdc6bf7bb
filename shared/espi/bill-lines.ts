import type { LineItem } from './usage-entities.ts';

/**
 * What a line of a bill is. The schema means every line to be a cost; custodians also write prices, balances, running
 * totals, quantities, dates and codes as lines, under any `itemKind`. Only what is charged or credited may be summed.
 */

export type LineRole =
  | 'charge'
  | 'credit'
  | 'tax'
  /** Balances, payments and running totals: money, but none that this bill charges. */
  | 'balance'
  /** What a unit costs. */
  | 'price'
  | 'quantity'
  | 'date'
  /** A number whose meaning only the custodian knows. */
  | 'code'
  /** What the line stands for is unknown. */
  | 'information';

export interface BillLine {
  role: LineRole;
  /** Raw money, on the scale of the bill's lines; undefined where the line has none. */
  raw: number | undefined;
  /** What divides `raw`, as the line itself states it (unit 80, money, with a power of ten). */
  stated: number | undefined;
  /** A balance that may be the sum of charges that are not listed one by one. */
  subtotal: boolean;
  /** Of role `price`: in the `unit` that the note names ("¢/m³"), else undefined where it is as the money is. */
  price: { value: number | undefined; unit: string | undefined } | undefined;
  /** Of role `date`, epoch seconds. */
  date: number | undefined;
  /** Of role `code`. */
  code: number | undefined;
}

const MONEY = 80;
/** UnitSymbolKind: second and timestamp; code, meCode, status and char. */
const TIMES: readonly (number | undefined)[] = [27, 108];
const CODES: readonly (number | undefined)[] = [114, 118, 109, 76];
/** ItemKind. */
const TAX = 5;
const CREDITS: readonly (number | undefined)[] = [6, 7, 8];
const PAYMENT = 9;
const INFORMATION = 10;

const UNIT_WORDS =
  'm³|m3|cubic met(?:er|re)s?|ft³|ft3|ccf|mcf|therms?|gj|mj|kwh|mwh|kw|kva|gal(?:lon)?s?|lit(?:er|re)s?|day|month|unit';
/** "¢/m³" or "cents per kWh", but not "at 9.2 ¢/m³", which describes a charge. */
const CENTS_PER = new RegExp(`(?<!\\d\\s*)(?:¢|\\bcents?)\\s*(?:/|per)\\s*(${UNIT_WORDS})`, 'i');
/** "($/kWh)" or "(per m³)". */
const PER_UNIT = new RegExp(`[([]\\s*(\\$|€|£|[A-Z]{3})?\\s*(?:/|per)\\s*(${UNIT_WORDS})\\s*[)\\]]`, 'i');
const NAMED_PRICE =
  /\b(?:rate|unit price|price|unit cost)s?\s*(?:[([:,-].*)?$|^(?:unit )?(?:rate|price)\b(?!\s+(?:rider|adjust|class|schedule|plan|stabil|reduc|credit|relief))/i;
const IN_UNIT = new RegExp(`[([,]\\s*(?:in )?(${UNIT_WORDS})\\s*[)\\]]?$`, 'i');
const CHARGED =
  /\b(?:charges?|fees?|tax(?:es)?|hst|gst|pst|qst|vat|levy|costs?|credits?|rebates?|riders?|surcharges?|adjustments?|refunds?|discounts?|penalt(?:y|ies)|interest)\b/i;
const CREDITED = /\b(?:credits?|rebates?|refunds?|discounts?)\b/i;
const TAXED = /\b(?:tax(?:es)?|hst|gst|pst|qst|vat)\b/i;
const SUBTOTAL =
  /^(?:sub-?\s?total|total|grand total|new charges|current charges|charges this (?:month|period))\b|\btotal$/i;
const BALANCE =
  /\b(?:balance|amount (?:now )?(?:due|owing|owed|payable)|(?:sub)?total|payments?|paid|previous(?:ly)?|last (?:bill|statement)|(?:brought|carried) forward|carry\s?over|arrears|outstanding|please pay|instal?ments?|budget (?:bill|plan|amount)|pre-?authori[sz]ed|deposit)\b/i;
/** Charged although a balance or a payment is named: "late payment charge", "prior balance adjustment". */
const CHARGED_AFTER_ALL =
  /^(?!(?:sub-?\s?)?total|grand|new|current|previous|prior|last|payment (?:of|for|on|received)).*\b(?:fees?|charges?|penalt(?:y|ies)|interest|surcharge)\s*(?:\(.*\))?$|\b(?:adjustment|correction)\s*(?:\(.*\))?$/i;
const DATE_WORDS = /\b(?:date|due on|due by)\b/i;

/** Decides what a line of a bill is: by its measure, then by its words, then by its kind. */
export function readLine(line: LineItem): BillLine {
  const { measurement } = line;
  const uom = measurement?.uom;
  const value = measurement?.value;
  const shape = { subtotal: false, price: undefined, date: undefined, code: undefined };
  const date = dateOf(line);
  if (date !== undefined) return { ...shape, role: 'date', date, raw: undefined, stated: undefined };
  if (CODES.includes(uom) && value !== undefined && !line.amount) {
    return { ...shape, role: 'code', code: value * 10 ** multiplier(line), raw: undefined, stated: undefined };
  }
  const money = moneyOf(line);
  const role = roleOf(line, money.raw);
  if (role === 'price') return { ...shape, role, price: priceOf(line), raw: undefined, stated: undefined };
  if (role === 'quantity') return { ...shape, role, raw: undefined, stated: undefined };
  return { ...shape, role, ...money, subtotal: role === 'balance' && SUBTOTAL.test(noteOf(line)) };
}

/** The quantity of a line, where its measurement is one: no money, no date, no code. */
function isQuantity({ measurement }: Pick<LineItem, 'measurement'>): boolean {
  const uom = measurement?.uom;
  return measurement?.value !== undefined && uom !== undefined && uom !== MONEY && uom !== 0 && !CODES.includes(uom);
}

function noteOf({ note }: LineItem): string {
  return note?.trim() ?? '';
}

function multiplier({ measurement }: LineItem): number {
  return measurement?.powerOfTenMultiplier ?? 0;
}

/** Between 1980 and 2096, so that 2,678,400 s stay the length of a month. */
function isEpoch(value: number | undefined): value is number {
  return value !== undefined && value > 315_532_800 && value < 4_000_000_000;
}

function dateOf(line: LineItem): number | undefined {
  const { measurement, amount } = line;
  if (TIMES.includes(measurement?.uom)) {
    const scaled = (measurement?.value ?? 0) * 10 ** multiplier(line);
    return [measurement?.value, scaled, scaled / 1000].find(isEpoch);
  }
  if (!DATE_WORDS.test(noteOf(line))) return undefined;
  return [measurement?.value, amount].find(isEpoch);
}

/** The money of a line: its amount, or what is measured in money where it has none. */
function moneyOf(line: LineItem): Pick<BillLine, 'raw' | 'stated'> {
  const { amount, measurement } = line;
  if (measurement?.uom !== MONEY) return { raw: amount, stated: undefined };
  const { value, powerOfTenMultiplier: power } = measurement;
  const own = power === undefined ? undefined : 10 ** -power;
  if (amount === undefined) return { raw: value, stated: own };
  if (own === undefined || !amount || !value) return { raw: amount, stated: own };
  // The same money written twice says what the amount is divided by, regardless of the multiplier of the other.
  const implied = (amount / value) * own;
  return { raw: amount, stated: isPowerOfTen(implied) ? 10 ** Math.round(Math.log10(implied)) : own };
}

function isPowerOfTen(value: number): boolean {
  return value > 0 && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
}

function roleOf(line: LineItem, raw: number | undefined): LineRole {
  const { itemKind: kind } = line;
  const note = noteOf(line);
  const uom = line.measurement?.uom;
  const charged = isMeasuredCharge(line, note);
  if (!charged && isPrice(line, note)) return 'price';
  if (!charged && isQuantity(line) && (!raw || raw === line.measurement?.value)) return 'quantity';
  if (kind === PAYMENT) return 'balance';
  if (BALANCE.test(note) && !CHARGED_AFTER_ALL.test(note)) return 'balance';
  if (SUBTOTAL.test(note)) return 'balance';
  if (IN_UNIT.test(note) && !isQuantity(line) && (kind === INFORMATION || !CHARGED.test(note))) return 'quantity';
  if (raw === undefined) return 'information';
  if (kind === INFORMATION) {
    if (!CHARGED.test(note) || (uom !== undefined && uom !== MONEY && uom !== 0)) return 'information';
    if (TAXED.test(note)) return 'tax';
    return CREDITED.test(note) ? 'credit' : 'charge';
  }
  if (kind === TAX) return 'tax';
  return CREDITS.includes(kind) ? 'credit' : 'charge';
}

/** An amount beside the quantity that it is for: a charge, even if its note names a rate. */
function isMeasuredCharge(line: LineItem, note: string): boolean {
  const { amount, unitCost, itemKind, measurement } = line;
  if (!amount || !isQuantity(line) || itemKind === INFORMATION) return false;
  return unitCost ? true : amount !== measurement?.value && !CENTS_PER.test(note);
}

function isPrice(line: LineItem, note: string): boolean {
  if (line.amount === undefined && line.unitCost !== undefined) return true;
  if (CENTS_PER.test(note) || NAMED_PRICE.test(note)) return true;
  return PER_UNIT.test(note) && !isQuantity(line);
}

function priceOf(line: LineItem): BillLine['price'] {
  const note = noteOf(line);
  const cents = CENTS_PER.exec(note);
  const per = PER_UNIT.exec(note);
  const unit = cents ? `¢/${cents[1]}` : per ? `${per[1] ?? ''}/${per[2]}` : undefined;
  const { measurement } = line;
  const stated = measurement?.uom === MONEY && measurement.value !== undefined;
  return { value: stated ? (measurement.value ?? 0) * 10 ** multiplier(line) : undefined, unit };
}

/** What can be summed of a bill: its lines with their money on one scale. */
export interface Summable {
  role: LineRole;
  subtotal: boolean;
  amount: number | undefined;
}

/** What a line adds to the sum: its amount (1), less its amount (-1), or nothing. */
export type Sign = 1 | -1 | 0;

export interface LineSum {
  signs: Sign[];
  sum: number;
  /** The sum is one of the totals that were given. */
  met: number | undefined;
}

const CHARGES: readonly LineRole[] = ['charge', 'credit', 'tax'];

/** The ways to sum a bill, the strictest first: later ones count only where they meet a total that the first misses. */
const WAYS: readonly ((line: Summable) => Sign)[] = [
  ({ role }) => (CHARGES.includes(role) ? 1 : 0),
  ({ role }) => (CHARGES.includes(role) || role === 'information' ? 1 : 0),
  // Only the parts are listed of some groups, only the total of others.
  ({ role, subtotal }) => (CHARGES.includes(role) || subtotal ? 1 : 0),
  // Credits without a sign.
  ({ role, amount }) => (CHARGES.includes(role) ? (role === 'credit' && (amount ?? 0) > 0 ? -1 : 1) : 0),
];

/** All sums that the lines of a bill may mean, the strictest first. */
export function possibleSums(lines: readonly Summable[]): LineSum[] {
  return WAYS.map((way) => {
    const signs = lines.map((line) => (line.amount === undefined ? 0 : way(line)));
    const sum = lines.reduce((total, { amount }, place) => total + (signs[place] ?? 0) * (amount ?? 0), 0);
    return { signs, sum, met: undefined };
  });
}

/**
 * The charges, credits and taxes of a bill, summed. Lines that are no charge by their words (a total, a line that says
 * nothing) count only where the sum would miss the bill's total without them.
 * @param totals what the sum may be: the bill's total, its additional costs
 */
export function sumLines(lines: readonly Summable[], totals: readonly (number | undefined)[]): LineSum {
  const sums = possibleSums(lines).filter(({ signs }) => signs.some((sign) => sign !== 0));
  for (const one of sums) {
    const met = totals.find((total) => total !== undefined && total !== 0 && agrees(one.sum, total));
    if (met !== undefined) return { ...one, met };
  }
  return possibleSums(lines)[0] ?? { signs: [], sum: 0, met: undefined };
}

/** Each line may be rounded separately. */
function agrees(sum: number, total: number): boolean {
  return Math.abs(sum - total) <= Math.max(0.05, Math.abs(total) * 0.001);
}
