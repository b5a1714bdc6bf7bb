/** One after the other, with a pace between: a submission takes its turn, and lets the next one go when it was sent. */

/** Waits for its turn; what it answers lets the next one go, once the pace has passed. */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>;

/**
 * @param paceMs least time from the end of a turn to the next one, milliseconds
 * @param sleep resolves after `ms` milliseconds, rejects with an AbortError
 */
export function turns(paceMs: number, sleep: (ms: number, signal: AbortSignal) => Promise<void>): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal) => {
    const before = last;
    let end = () => {};
    last = new Promise<void>((resolve) => {
      end = resolve;
    }).then(() => sleep(paceMs, signal).catch(() => undefined));
    await before;
    return end;
  };
}
