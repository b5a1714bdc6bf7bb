const BITS = 15;
const CHUNK = 1 << BITS;

/** A list of small numbers that grows in pieces: nothing is copied or allotted far ahead. */
class Growing {
  readonly #allot: (length: number) => Int32Array | Uint8Array;
  readonly #chunks: (Int32Array | Uint8Array | undefined)[] = [];
  length = 0;

  constructor(allot: (length: number) => Int32Array | Uint8Array) {
    this.#allot = allot;
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  /** 0 where nothing was written yet. */
  at(index: number): number {
    return this.#chunks[index >>> BITS]?.[index & (CHUNK - 1)] ?? 0;
  }

  set(index: number, value: number): void {
    const place = index >>> BITS;
    let chunk = this.#chunks[place];
    if (!chunk) {
      while (this.#chunks.length < place) this.#chunks.push(undefined);
      // What holds little stays small.
      chunk = this.#allot(place === 0 ? SMALL : CHUNK);
      this.#chunks[place] = chunk;
    }
    const at = index & (CHUNK - 1);
    if (at >= chunk.length) {
      const whole = this.#allot(CHUNK);
      whole.set(chunk);
      this.#chunks[place] = whole;
      chunk = whole;
    }
    chunk[at] = value;
    if (index >= this.length) this.length = index + 1;
  }
}

const SMALL = 256;

/** 32-bit integers. */
export class IntList extends Growing {
  constructor() {
    super((length) => new Int32Array(length));
  }
}

/** Counts that stop at 255. */
export class CountList extends Growing {
  constructor() {
    super((length) => new Uint8Array(length));
  }

  add(index: number): void {
    const count = this.at(index);
    if (count < 255) this.set(index, count + 1);
  }
}

/** Bytes of a piece of a tape. */
const PIECE = 1 << 16;

/** Whole numbers (53 bits and a sign) one after the other, a byte for each that is near zero. Nothing is copied when it grows. */
export class NumberTape {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  push(value: number): void {
    // The sign is the lowest bit; seven bits a byte, the highest one says that more follow. No bit operators: these have 32.
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    while (rest >= 128) {
      this.#byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  /** Reads it from its beginning. */
  reader(): { readonly more: boolean; next(): number } {
    const pieces = this.#pieces;
    const length = this.#length;
    let at = 0;
    return {
      get more() {
        return at < length;
      },
      next() {
        let value = 0;
        for (let scale = 1; ; scale *= 128) {
          const byte = pieces[Math.floor(at / PIECE)]?.[at % PIECE] ?? 0;
          at++;
          value += (byte % 128) * scale;
          if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
        }
      },
    };
  }

  #byte(byte: number): void {
    const at = this.#length % PIECE;
    // What holds little stays small.
    if (at === 0) this.#pieces.push(new Uint8Array(this.#length === 0 ? SMALL : PIECE));
    let piece = this.#pieces[this.#pieces.length - 1];
    if (piece && at === SMALL && piece.length === SMALL) {
      const whole = new Uint8Array(PIECE);
      whole.set(piece);
      this.#pieces[0] = whole;
      piece = whole;
    }
    if (piece) piece[at] = byte;
    this.#length++;
  }
}
