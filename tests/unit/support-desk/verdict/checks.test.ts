import { describe, expect, it } from 'vitest';
import {
  type Context,
  lasting,
  pending,
  settled,
  stillPending,
  unsaid,
} from '../../../../electron/support-desk/verdict/checks.ts';

/** A context of which only the two clocks matter. */
const at = (late: boolean, quiet: boolean) => ({ late, quiet, quietFor: '8 of 20 s' }) as Context;
const [early, quiet, late] = [at(false, false), at(false, true), at(true, false)];

describe('what is missing', () => {
  it('is still to come until patience is over', () => {
    expect([pending(early), pending(quiet), pending(late)]).toEqual(['waiting', 'waiting', 'fail']);
  });

  it('may still be said until nothing changes any more and nothing more has to happen', () => {
    expect([unsaid(early, true), unsaid(quiet, true), unsaid(quiet, false), unsaid(late, false)]).toEqual([
      'waiting',
      'unjudged',
      'waiting',
      'unjudged',
    ]);
  });

  it('or wrong may be put right until then', () => {
    expect([settled(quiet, false, 'fail'), settled(quiet, true, 'differs'), settled(late, false, 'fail')]).toEqual([
      'waiting',
      'differs',
      'fail',
    ]);
  });
});

describe('an indefinite wait', () => {
  it('is proven by quiet, and by nothing else', () => {
    expect([lasting(early), lasting(quiet), lasting(late)]).toEqual(['waiting', 'pass', 'unjudged']);
  });

  it('says how long it has been quiet until it is proven', () => {
    expect(stillPending(early, 'pending')).toBe('pending, quiet for 8 of 20 s');
    expect(stillPending(quiet, 'pending')).toBe('pending');
  });
});
