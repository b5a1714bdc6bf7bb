import type { Clock } from '../world/types.ts';

/** Anything that happens a while after what stands before it. */
export interface Timed {
  /** Simulated seconds after the step before. */
  readonly afterS: number;
}

/**
 * What a step asks of the player: steps to be played next, before the rest; or to hold (somebody else plays the rest
 * later); or to end here. Nothing means go on.
 */
export type Outcome<S> = readonly S[] | 'hold' | 'end' | undefined;

/**
 * Plays a script: data in, one call of `apply` a step.
 * Who asks to hold is handed the rest in the second argument, and plays it when its time has come.
 * `simulated` waits for the clock between steps; `instant` does it all now (and skips no step).
 */
export function playScript<S extends Timed>(
  clock: Clock,
  steps: readonly S[],
  pace: 'instant' | 'simulated',
  apply: (step: S, rest: readonly S[]) => Outcome<S>,
): void {
  let left = steps;
  const playNext = (): boolean => {
    const [step, ...rest] = left;
    if (step === undefined) return false;
    const outcome = apply(step, rest);
    if (outcome === 'hold' || outcome === 'end') return false;
    left = outcome === undefined ? rest : [...outcome, ...rest];
    return true;
  };
  if (pace === 'instant') {
    while (playNext());
    return;
  }
  const schedule = () => {
    const step = left[0];
    if (step === undefined) return;
    clock.schedule(clock.now() + step.afterS * 1_000, () => {
      if (playNext()) schedule();
    });
  };
  schedule();
}
