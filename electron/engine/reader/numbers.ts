/** Numbers as custodians write them, without loss. */

/** `digits x 10^scale`, scale at most 0. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

const DECIMAL = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,3}))?$/;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * Reads a decimal number; undefined when it is none, or does not fit 64 bits.
 * Zeros at the end of the fraction are dropped: "12.00" is the integer 12.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  let digits = BigInt(whole + fraction);
  let scale = Number(exponent) - fraction.length;
  while (scale < 0 && digits % 10n === 0n) {
    if (digits === 0n) scale = 0;
    else {
      digits /= 10n;
      scale++;
    }
  }
  if (scale > 0) {
    if (scale > 40) return undefined;
    digits *= 10n ** BigInt(scale);
    scale = 0;
  }
  if (sign === '-') digits = -digits;
  if (digits > INT64_MAX || digits < INT64_MIN || scale < -18) return undefined;
  return { digits, scale };
}

/** The integer part, cut towards zero. */
export function truncated({ digits, scale }: Decimal): bigint {
  return scale === 0 ? digits : digits / 10n ** BigInt(-scale);
}

/** An exact sum of decimals. Whole numbers of up to 15 digits take a fast lane. */
export class DecimalSum {
  #whole = 0;
  #big = 0n;
  /** 10^-18 parts. */
  #parts = 0n;

  /** Adds a whole number of at most 15 digits. */
  addWhole(value: number): void {
    this.#whole += value;
    // Below 2^53 a sum of doubles is exact; it is put away before it can leave that range.
    if (this.#whole > 4e15 || this.#whole < -4e15) this.#settle();
  }

  add({ digits, scale }: Decimal): void {
    if (scale === 0) this.#big += digits;
    else this.#parts += digits * 10n ** BigInt(18 + scale);
  }

  /** As a decimal string without needless zeros. */
  toString(): string {
    this.#settle();
    const unit = 10n ** 18n;
    const total = this.#big * unit + this.#parts;
    const size = total < 0n ? -total : total;
    const fraction = (size % unit).toString().padStart(18, '0').replace(/0+$/, '');
    return `${total < 0n ? '-' : ''}${size / unit}${fraction ? `.${fraction}` : ''}`;
  }

  #settle(): void {
    this.#big += BigInt(this.#whole);
    this.#whole = 0;
  }
}
