import { type Cipheriv, createCipheriv, createHash, createHmac } from 'node:crypto';
import { MAX_SIZE, Permutation } from './permutation.ts';

const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Small letters of Latin beyond ASCII: what stands for any character beyond it. */
const OTHERS = Array.from({ length: 0x250 - 0xdf }, (_, i) => String.fromCodePoint(0xdf + i)).filter(
  (letter) => /^\p{Ll}$/u.test(letter) && letter.toUpperCase().toLowerCase() === letter,
);

/** Words beyond this are not remembered. */
const MAX_REMEMBERED = 64;
const MAX_CACHE = 50_000;

/**
 * What stands for words and UUIDs, by a secret: always the same, and different for what is different.
 *
 * A word keeps its length, its capitals, and where it has digits; so what had to fit a schema still does, and words that
 * differ in capitals only still do. Words of ASCII never collide where their shape has fewer than 2^52 forms; longer ones,
 * and those of other characters, by chance only.
 */
export class Pseudonyms {
  readonly #key: Buffer;
  /** What the rounds of permutations ask, many times a word: as good as HMAC, and much quicker. */
  readonly #cipher: Cipheriv;
  readonly #words = new Map<string, string>();
  readonly #permutations = new Map<string, Permutation>();

  constructor(secret: string | Uint8Array) {
    this.#key = createHash('sha256').update(secret).digest();
    this.#cipher = createCipheriv('aes-256-ecb', this.#hash('rounds', 0), null);
  }

  /** For a word of letters, digits and characters beyond ASCII. */
  word(word: string): string {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const made = this.#make(word);
    if (word.length <= MAX_REMEMBERED) this.#remember(word, made);
    return made;
  }

  /** A UUID of the same version and variant. */
  uuid(text: string): string {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const digits = this.#hash(`uuid ${text.toLowerCase()}`, 0).toString('hex');
    let at = 0;
    const made = [...text]
      .map((c, i) => (c === '-' ? c : i === 14 ? c : i === 19 ? variantDigit(c, digits[at++] ?? '0') : digits[at++]))
      .join('');
    const cased = /[A-F]/.test(text) && !/[a-f]/.test(text) ? made.toUpperCase() : made;
    this.#remember(text, cased);
    return cased;
  }

  /** As many hexadecimal digits. */
  hex(text: string): string {
    const digits = this.#hash(`hex ${text.toLowerCase()}`, 0).toString('hex');
    return [...text].map((c, i) => (/[\da-f]/i.test(c) ? (digits[i % digits.length] ?? '0') : c)).join('');
  }

  /** Noise for what `about` names, from -1 to 1, and a second one that has nothing to do with it, from 0 to 1. */
  noise(about: string): [noise: number, other: number] {
    const bytes = this.#hash(`noise ${about}`, 0);
    return [bytes.readUIntBE(0, 6) / 2 ** 47 - 1, bytes.readUIntBE(6, 6) / 2 ** 48];
  }

  #make(word: string): string {
    // Small letters decide, so that words that readers take for the same stay so.
    const folded = word.toLowerCase();
    const alphabets = [...word].map(alphabetOf);
    const shape = alphabets.map(({ length }) => length);
    const size = shape.reduce((product, length) => product * length, 1);
    const small = alphabets.includes(OTHERS) || size > MAX_SIZE ? this.#scattered(folded, alphabets) : undefined;
    const made = small ?? this.#permuted(folded, alphabets, shape, size);
    return [...word].map((c, i) => (/[A-Z]/.test(c) ? (made[i] ?? '').toUpperCase() : made[i])).join('');
  }

  #permuted(folded: string, alphabets: readonly Alphabet[], shape: readonly number[], size: number): string[] {
    const name = shape.join(' ');
    let permutation = this.#permutations.get(name);
    if (!permutation) {
      permutation = new Permutation(size, this.#rounds(name));
      if (this.#permutations.size < MAX_CACHE) this.#permutations.set(name, permutation);
    }
    let number = 0;
    for (const [i, alphabet] of alphabets.entries()) {
      number = number * alphabet.length + alphabet.indexOf(folded[i] ?? '');
    }
    number = permutation.of(number);
    const made: string[] = [];
    for (const alphabet of alphabets.toReversed()) {
      made.push(alphabet[number % alphabet.length] ?? '');
      number = Math.floor(number / alphabet.length);
    }
    return made.reverse();
  }

  /** The secret function of the permutation of words of one shape. */
  #rounds(shape: string): (round: number, half: number) => number {
    const block = Buffer.alloc(16);
    this.#hash(`shape ${shape}`, 0).copy(block, 0, 0, 9);
    return (round, half) => {
      block[9] = round;
      block.writeUIntBE(half, 10, 6);
      return this.#cipher.update(block).readUIntBE(0, 6);
    };
  }

  #scattered(folded: string, alphabets: readonly Alphabet[]): string[] {
    let block: Buffer = Buffer.alloc(0);
    let at = 0;
    const made = alphabets.map((alphabet, i) => {
      if (i % 16 === 0) {
        block = this.#hash(`word ${folded}`, i / 16);
        at = 0;
      }
      const letter = alphabet[block.readUInt16BE(at) % alphabet.length] ?? '';
      at += 2;
      return letter;
    });
    const [first] = alphabets;
    // Nothing stands for itself.
    if (first && made.join('') === folded) made[0] = first[(first.indexOf(made[0] ?? '') + 1) % first.length] ?? '';
    return made;
  }

  #hash(about: string, number: number): Buffer {
    return createHmac('sha256', this.#key).update(`${number} ${about}`).digest();
  }

  #remember(word: string, made: string): void {
    if (this.#words.size >= MAX_CACHE) this.#words.clear();
    this.#words.set(word, made);
  }
}

type Alphabet = string | readonly string[];

function alphabetOf(character: string): Alphabet {
  if (/[0-9]/.test(character)) return DIGITS;
  return /[A-Za-z]/.test(character) ? LETTERS : OTHERS;
}

/** The two highest bits of the digit are the variant of a usual UUID: they stay, and any other variant as a whole. */
function variantDigit(written: string, random: string): string {
  const value = Number.parseInt(written, 16);
  return value >= 8 && value < 12 ? (8 + (Number.parseInt(random, 16) & 3)).toString(16) : written;
}
