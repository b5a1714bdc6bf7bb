import { parseDecimal } from '../engine/reader/numbers.ts';
import { type Form, isOfForm } from './forms.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { replaceScope, replaceText, replaceTitle, replaceUri, replaceWords } from './texts.ts';

/** Stands for what should be a number, a time or a word of a closed list, and is none. */
const NO_VALUE = '?';
/** Int48, the largest value of the schema; see `Int48` in conformance/schema. */
const INT48 = 140_737_488_355_328n;
/** Parts of a whole that noise is counted in. */
const PARTS = 1_000_000;

/** What is written instead of the text of elements. */
export class Values {
  readonly pseudonyms: Pseudonyms;
  readonly #jitter: number;
  /** The last start time that was met: values differ from time to time, and are the same in every delivery. */
  #start = '';

  /** @param jitter percent that amounts are moved by, at most; 0 leaves them */
  constructor(pseudonyms: Pseudonyms, jitter: number) {
    this.pseudonyms = pseudonyms;
    this.#jitter = jitter;
  }

  /** @param form of the element; undefined where nothing may stay. @param name of the element */
  replace(text: string, form: Form | undefined, name: string): string {
    const value = text.trim();
    if (value === '') return text;
    const { pseudonyms } = this;
    if (!form) return replaceWords(text, pseudonyms);
    switch (form.kind) {
      case 'text':
        return replaceText(text, pseudonyms);
      case 'title':
        return replaceTitle(text, pseudonyms);
      case 'uri':
        return replaceUri(text, pseudonyms);
      case 'scope':
        return replaceScope(text, pseudonyms);
      case 'hex':
        return /^[\da-f]+$/i.test(value) ? pseudonyms.hex(text) : NO_VALUE;
      default:
        return this.#ofForm(text, value, form, name);
    }
  }

  #ofForm(text: string, value: string, form: Form, name: string): string {
    if (!isOfForm(form, value)) {
      return form.kind === 'words' && !form.closed ? replaceText(text, this.pseudonyms) : NO_VALUE;
    }
    if (this.#jitter === 0) return text;
    if (name === 'start') this.#start = value;
    return form.kind === 'amount' ? this.#moved(value, name) : text;
  }

  /** An amount moved by some percent. It keeps its decimals and its sign; zero stays zero, and nothing becomes zero. */
  #moved(value: string, name: string): string {
    const number = parseDecimal(value);
    if (!number || number.digits === 0n) return value;
    const { digits, scale } = number;
    const [noise, other] = this.pseudonyms.noise(`${name} ${this.#start} ${value}`);
    const moved = BigInt(Math.round(PARTS * 100 + noise * this.#jitter * PARTS)) * abs(digits);
    // Small numbers are moved, too: what is cut off counts as often as it is large.
    const whole = BigInt(PARTS * 100);
    const cut = moved % whole;
    let made = moved / whole + (Number(cut) / Number(whole) > other ? 1n : 0n);
    if (made === 0n) made = 1n;
    if (scale === 0 && made > INT48 && abs(digits) <= INT48) made = INT48;
    return (digits < 0n ? '-' : '') + withScale(made, -scale);
  }
}

function abs(number: bigint): bigint {
  return number < 0n ? -number : number;
}

function withScale(digits: bigint, decimals: number): string {
  if (decimals === 0) return String(digits);
  const text = String(digits).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
