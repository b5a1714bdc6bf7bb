import type { ByteSource } from '../reader/index.ts';

/** A source whose first bytes were read ahead. It is iterated once, from its first byte on. */
export class Head implements ByteSource {
  /** The source has nothing more to give: it ended, or it broke. */
  readonly whole: boolean;
  readonly #bytes: Buffer;
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #failure: { error: unknown } | undefined;

  private constructor(bytes: Buffer, rest: AsyncIterator<Uint8Array>, ended: boolean, failure?: { error: unknown }) {
    this.#bytes = bytes;
    this.#rest = rest;
    this.whole = ended;
    this.#failure = failure;
  }

  /** Reads until `enough` bytes are there, or no more come. What the source throws is thrown behind those before it. */
  static async of(source: ByteSource, enough: number): Promise<Head> {
    const rest = source[Symbol.asyncIterator]();
    let bytes = Buffer.alloc(0);
    let length = 0;
    try {
      while (length < enough) {
        const next = await rest.next();
        if (next.done) return new Head(bytes.subarray(0, length), rest, true);
        const needed = length + next.value.length;
        if (needed > bytes.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
          larger.set(bytes.subarray(0, length));
          bytes = larger;
        }
        bytes.set(next.value, length);
        length = needed;
      }
      return new Head(bytes.subarray(0, length), rest, false);
    } catch (error) {
      return new Head(bytes.subarray(0, length), rest, true, { error });
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      if (this.#bytes.length > 0) yield this.#bytes;
      if (this.#failure !== undefined) throw this.#failure.error;
      while (!this.whole) {
        const next = await this.#rest.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await this.#rest.return?.();
    }
  }
}
