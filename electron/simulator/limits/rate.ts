import { z } from 'zod';

/** `PUT {control_url}/limits`: at most `requests` of one caller in a window of `per_s` seconds. */
export const rateSchema = z.strictObject({
  requests: z.int().min(0).max(1_000_000),
  per_s: z.number().positive().max(86_400),
});

export type Rate = z.infer<typeof rateSchema>;

/**
 * Counts requests in fixed windows, one count a caller. There is no limit until one is set (section 8 gives no
 * number). Callers are told apart by their token; those without one share a count.
 */
export class RateLimit {
  #rate: Rate | undefined;
  readonly #windows = new Map<string, { start: number; count: number }>();

  get rate(): Rate | undefined {
    return this.#rate;
  }

  set(rate: Rate | undefined): void {
    this.#rate = rate;
    this.#windows.clear();
  }

  /**
   * Counts one request.
   * @param now epoch ms
   * @returns 0 when it may pass, else the milliseconds until the window ends
   */
  take(caller: string, now: number): number {
    if (this.#rate === undefined) return 0;
    const length = this.#rate.per_s * 1_000;
    let window = this.#windows.get(caller);
    if (window === undefined || now - window.start >= length) {
      window = { start: now, count: 0 };
      // Callers come and go with their tokens; a window that has ended is worth nothing.
      if (this.#windows.size > 10_000) this.#windows.clear();
      this.#windows.set(caller, window);
    }
    if (window.count >= this.#rate.requests) return window.start + length - now;
    window.count++;
    return 0;
  }
}
