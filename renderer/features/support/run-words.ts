/** How states of runs and collections are called and coloured. */
import type { CollectedMeter, CollectionView } from '#shared/contract/collections.ts';
import type { CheckView, RunView } from '#shared/contract/scenarios.ts';

export const runColor: Record<RunView['state'], string> = {
  queued: 'gray',
  firing: 'blue',
  following: 'blue',
  pass: 'green',
  differs: 'orange',
  fail: 'red',
  unjudged: 'yellow',
  superseded: 'gray',
  unknown: 'yellow',
  refused: 'red',
  cancelled: 'gray',
};

export const checkColor: Record<CheckView['state'], string> = {
  pass: 'green',
  differs: 'orange',
  fail: 'red',
  waiting: 'gray',
  unjudged: 'yellow',
  superseded: 'gray',
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

export const meterWords: Record<CollectedMeter['state'], string> = {
  dropped: 'left out',
  pending: 'pending',
  delayed: 'delayed',
  retrying: 'retrying',
  finished: 'finished',
  errored: 'errored',
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

/** True where following it again may bring a verdict: what was never sent, or is forgotten by the service, cannot be followed. */
export function isFollowable({ state, referral, error }: Pick<RunView, 'state' | 'referral' | 'error'>): boolean {
  const mayGoOn = state === 'unjudged' || (state === 'cancelled' && referral !== undefined);
  return mayGoOn && error?.code !== 'service_begun_anew';
}

/** Milliseconds from firing to the verdict, or to `now` while it is open. */
export function runTime(run: Pick<RunView, 'firedAt' | 'finishedAt'>, now: number): number | undefined {
  return run.firedAt === undefined ? undefined : (run.finishedAt ?? now) - run.firedAt;
}
