import { IntList } from './growing.ts';

/** The share of slots that may be taken. */
const FULL = 0.7;

/**
 * Gives every different text (an href, an id) a small number. Texts are not kept, only 64 bits of hash each: a feed of a
 * gigabyte may have a million links.
 */
export class LinkNumbers {
  #slots = new Int32Array(1024).fill(-1);
  readonly #low = new IntList();
  readonly #high = new IntList();

  /** How many different texts there are; numbers are below this. */
  get size(): number {
    return this.#low.length;
  }

  /** The number of a text, a new one when it is seen first. */
  of(text: string): number {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b);
      high ^= high >>> 13;
    }
    low ^= low >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = (low ^ high) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? -1;
      if (number < 0) return this.#add(slot, low, high);
      if (this.#low.at(number) === low && this.#high.at(number) === high) return number;
    }
  }

  #add(slot: number, low: number, high: number): number {
    const number = this.size;
    this.#low.push(low);
    this.#high.push(high);
    this.#slots[slot] = number;
    if (this.size > this.#slots.length * FULL) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = (this.#low.at(number) ^ this.#high.at(number)) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}
