import { describe, expect, it } from 'vitest';
import { isFollowable, isOpen, runColor, runTime } from '../../../../../renderer/features/support/run-words.ts';
import type { RunView } from '../../../../../shared/contract/scenarios.ts';

const run = (change: Partial<RunView>) => change as RunView; // nothing else is read
// The keys of the table.
const states = Object.keys(runColor) as RunView['state'][];

describe('a run', () => {
  it('may still change while it waits, is sent, or is followed', () => {
    expect(states.filter(isOpen)).toEqual(['queued', 'firing', 'following']);
  });

  it('can be followed again where it was sent and had no verdict', () => {
    expect(states.filter((state) => isFollowable(run({ state, referral: 'r' })))).toEqual(['unjudged', 'cancelled']);
    expect(isFollowable(run({ state: 'cancelled' }))).toBe(false);
    const error = { code: 'service_begun_anew', message: '' };
    expect(isFollowable(run({ state: 'unjudged', referral: 'r', error }))).toBe(false);
  });

  it('takes from its sending to its verdict, or to now', () => {
    expect(runTime(run({ firedAt: 5, finishedAt: 9 }), 20)).toBe(4);
    expect(runTime(run({ firedAt: 5 }), 20)).toBe(15);
    expect(runTime(run({}), 20)).toBeUndefined();
  });
});
