interface Item {
  bytes: Uint8Array;
  taken: () => void;
  refused: (error: unknown) => void;
}

/** Bytes pushed from one side and iterated from the other; a push ends when its bytes were taken. */
export class ByteQueue implements AsyncIterable<Uint8Array> {
  readonly #items: Item[] = [];
  /** What the reader works on: a reader that throws there never asks for the next one. */
  #current: Item | undefined;
  #ended = false;
  #failure: { error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** Resolves when the reader took the bytes; rejects when it failed. */
  push(bytes: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    return new Promise((taken, refused) => {
      this.#items.push({ bytes, taken, refused });
      this.#wake?.();
    });
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Refuses what waits and what comes; the reader's iteration throws. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#current?.refused(error);
    for (const item of this.#items.splice(0)) item.refused(error);
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const item = this.#items.shift();
      if (item !== undefined) {
        this.#current = item;
        yield item.bytes;
        this.#current = undefined;
        item.taken();
      } else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
