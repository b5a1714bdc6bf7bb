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
