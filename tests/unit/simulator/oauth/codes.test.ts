import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Codes } from '../../../../electron/simulator/oauth/codes.ts';
import type { Clock } from '../../../../electron/simulator/world/types.ts';

function start() {
  let now = 0;
  const codes = new Codes(1, { now: () => now } as Clock); // nothing else of the clock is asked for
  return { codes, pass: (ms: number) => (now += ms) };
}

describe('an authorization code', () => {
  it('works once', () => {
    const { codes } = start();
    const code = codes.issue('a', 'http://r', null);
    expect(codes.redeem(code, 'http://r', null)).toEqual({ authUid: 'a' });
    expect(codes.redeem(code, 'http://r', null)).toEqual({ reason: expect.stringContaining('used before') });
  });

  it('differs from every other, and works for ten minutes', () => {
    const { codes, pass } = start();
    const [one, other] = [codes.issue('a', 'http://r', null), codes.issue('a', 'http://r', null)];
    expect(one).not.toBe(other);
    pass(599_999);
    expect(codes.redeem(one, 'http://r', null)).toEqual({ authUid: 'a' });
    pass(1);
    expect(codes.redeem(other, 'http://r', null)).toEqual({ reason: expect.stringContaining('expired') });
  });

  it('is not spent by who guesses its redirect or its verifier', () => {
    const { codes } = start();
    const value = createHash('sha256').update('verifier').digest('base64url');
    const code = codes.issue('a', 'http://r', { value, method: 'S256' });
    expect(codes.redeem(code, 'http://other', 'verifier')).toHaveProperty('reason');
    expect(codes.redeem(code, 'http://r', null)).toHaveProperty('reason');
    expect(codes.redeem(code, 'http://r', value)).toHaveProperty('reason');
    expect(codes.redeem(code, 'http://r', 'verifier')).toEqual({ authUid: 'a' });
  });

  it('takes a plain challenge as it is', () => {
    const { codes } = start();
    const code = codes.issue('a', 'http://r', { value: 'v', method: 'plain' });
    expect(codes.redeem(code, 'http://r', 'w')).toHaveProperty('reason');
    expect(codes.redeem(code, 'http://r', 'v')).toEqual({ authUid: 'a' });
  });
});
