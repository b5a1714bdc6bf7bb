/** Rounds of the Feistel network. */
const ROUNDS = 8;

/** Beyond this the numbers of a round no longer fit a double exactly. */
export const MAX_SIZE = 2 ** 52;

/**
 * A secret permutation of the whole numbers below `size` (2 to {@link MAX_SIZE}) that leaves none where it was. Nothing is
 * kept: however many identifiers a document has, two of them never become one.
 */
export class Permutation {
  readonly #size: number;
  readonly #side: number;
  readonly #round: (round: number, half: number) => number;

  /** @param round a secret function to whole numbers below 2^48 */
  constructor(size: number, round: (round: number, half: number) => number) {
    this.#size = size;
    this.#side = Math.ceil(Math.sqrt(size));
    this.#round = round;
  }

  /** One step on a cycle through all numbers, in a secret order: so no number stands for itself. */
  of(number: number): number {
    return this.#inside((this.#inside(number, this.#backward) + 1) % this.#size, this.#forward);
  }

  /** The network is of a square; what leaves the numbers below `size` goes on until it is back. */
  #inside(number: number, step: (number: number) => number): number {
    let found = step(number);
    while (found >= this.#size) found = step(found);
    return found;
  }

  readonly #forward = (number: number): number => {
    const side = this.#side;
    let left = Math.floor(number / side);
    let right = number % side;
    for (let round = 0; round < ROUNDS; round++) {
      [left, right] = [right, (left + this.#round(round, right)) % side];
    }
    return left * side + right;
  };

  readonly #backward = (number: number): number => {
    const side = this.#side;
    let left = Math.floor(number / side);
    let right = number % side;
    for (let round = ROUNDS - 1; round >= 0; round--) {
      [left, right] = [(((right - this.#round(round, left)) % side) + side) % side, left];
    }
    return left * side + right;
  };
}
