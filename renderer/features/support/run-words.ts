/** How states of runs and collections are called and coloured. */
import type { CollectedMeter, CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';

export const runColor: Record<RunView['state'], string> = {
  queued: 'gray',
  firing: 'blue',
  following: 'blue',
  pass: 'green',
  fail: 'red',
  unknown: 'yellow',
  refused: 'red',
  cancelled: 'gray',
};

/** `following` means that the verdict is still waited for. */
export const runLabel: Record<RunView['state'], string> = {
  queued: 'queued',
  firing: 'sending',
  following: 'still waiting',
  pass: 'pass',
  fail: 'fail',
  unknown: 'outcome unknown',
  refused: 'refused',
  cancelled: 'cancelled',
};

export const collectionColor: Record<CollectionView['state'], string> = {
  starting: 'blue',
  following: 'blue',
  done: 'green',
  failed: 'red',
  refused: 'red',
  unknown: 'yellow',
  cancelled: 'gray',
};

export const meterColor: Record<CollectedMeter['state'], string> = {
  dropped: 'gray',
  pending: 'blue',
  delayed: 'yellow',
  retrying: 'yellow',
  finished: 'green',
  errored: 'red',
};

/** True while the verdict may still change. */
export function isOpen(state: RunView['state']): boolean {
  return state === 'queued' || state === 'firing' || state === 'following';
}

/** Milliseconds from firing to the verdict, or to `now` while it is open. */
export function runTime(run: RunView, now: number): number | undefined {
  return run.firedAt === undefined ? undefined : (run.finishedAt ?? now) - run.firedAt;
}
