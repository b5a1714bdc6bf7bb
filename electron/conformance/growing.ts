/** A list of 32-bit integers that grows, at four bytes each. */
export class IntList {
  #items = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) this.#grow(this.length * 2);
    this.#items[this.length++] = value;
  }

  /** 0 where nothing was written yet. */
  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#items.length) this.#grow(Math.max(index + 1, this.#items.length * 2));
    this.#items[index] = value;
    if (index >= this.length) this.length = index + 1;
  }

  #grow(size: number): void {
    const larger = new Int32Array(size);
    larger.set(this.#items);
    this.#items = larger;
  }
}
