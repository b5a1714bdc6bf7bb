/** How long to wait for a window that shows data, milliseconds: there may be no window, or one without a chart. */
const SHOW_FIRST_MS = 5_000;

/** When a window first showed data: ends the start-up measurement, and background work may begin. */
export class Usable {
  readonly #listeners = new Set<() => void>();
  #at: number | undefined;

  /** Epoch milliseconds; undefined until then. */
  get at(): number | undefined {
    return this.#at;
  }

  /** Counts once. @returns false when it was counted before */
  mark(now: number): boolean {
    if (this.#at !== undefined) return false;
    this.#at = now;
    for (const listener of this.#listeners) listener();
    return true;
  }

  /** Resolves once a window is usable, or after `limitMs`. */
  async soon(limitMs = SHOW_FIRST_MS): Promise<void> {
    if (this.#at !== undefined) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      this.#listeners.add(done);
    });
  }
}
