/** Looking at the service again and again until something there is over; test submissions and collections are followed so. */
import { isAbort } from '#shared/errors.ts';

export interface Follow<S> {
  start: S;
  /**
   * Looks once; what it answers is the next look's input. So is what it told of as kept, where it then fails: what was done
   * is not done again.
   */
  look: (last: S, kept: (soFar: S) => void) => Promise<S>;
  isOver: (last: S) => boolean;
  /** True for errors that pass by themselves: the next look asks again. */
  patientWith: (thrown: unknown) => boolean;
  /** Between two looks, milliseconds. */
  lookEveryMs: number;
  /** Resolves after `ms` milliseconds, rejects with an AbortError. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/** How it ended: over, stopped by its signal, or given up for an error. `last` is what was seen or kept last. */
export type Followed<S> = { last: S } & ({ end: 'over' | 'stopped' } | { end: 'given up'; thrown: unknown });

/** Looks that may fail in a row before it is given up. */
const MAX_FAILED_LOOKS = 20;

export async function follow<S>(options: Follow<S>): Promise<Followed<S>> {
  const { look, isOver, patientWith, lookEveryMs, sleep, signal } = options;
  let last = options.start;
  let failed = 0;
  for (;;) {
    try {
      last = await look(last, (soFar) => {
        last = soFar;
      });
      failed = 0;
      if (isOver(last)) return { last, end: 'over' };
      await sleep(lookEveryMs, signal);
    } catch (thrown) {
      if (signal.aborted || isAbort(thrown)) return { last, end: 'stopped' };
      failed += 1;
      if (!patientWith(thrown) || failed > MAX_FAILED_LOOKS) return { last, end: 'given up', thrown };
      await sleep(lookEveryMs, signal).catch(() => undefined);
    }
  }
}
