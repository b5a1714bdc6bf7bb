import { describe, expect, it } from 'vitest';
import { tokenWords } from '../../../../../renderer/features/authorizations/token-words.ts';

const now = 1_700_000_000_000;
const minute = 60_000;
const token = { tokenClass: 'access', present: true, renewal: 'refresh_token' } as const;

describe('the state of a token', () => {
  it('has its age, its expiry, its last use and its last refusal', () => {
    const used = { obtainedAt: now - 5 * minute, expiresAt: now + 55 * minute, acceptedAt: now - 2 * minute };
    expect(tokenWords({ ...token, ...used, refusedAt: now - 90 * minute }, now)).toBe(
      'Got 5 min ago, expires in 55 min. Last accepted 2 min ago, last refused 1 h ago.',
    );
  });

  it('says what never was, and that it is over', () => {
    expect(tokenWords({ ...token, obtainedAt: 0 }, now)).toBe(
      'Age unknown, expiry unknown. Last accepted never, last refused never.',
    );
    expect(tokenWords({ ...token, obtainedAt: now, expiresAt: now - 3 * minute }, now)).toContain('expired 3 min ago');
  });
});
