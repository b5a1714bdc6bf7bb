import { describe, expect, it } from 'vitest';
import type { ObservedNote } from '../../../electron/support-desk/observation.ts';
import { errorsAmong, REASONS, readReason, reasonInWords } from '../../../electron/support-desk/reasons.ts';

const notes = (...types: string[]): ObservedNote[] =>
  types.map((type) => ({ type, message: undefined, at: undefined, eta: undefined }));

describe('the reason that notes tell', () => {
  it.each([
    ['its own type', REASONS.badlogin, ['retrying', 'access_invalid'], 'told'],
    ['another known reason', REASONS.badlogin, ['access_locked'], 'wrong'],
    ['nothing', REASONS.badlogin, [], 'wrong'],
    ['an unknown type, where its own is known', REASONS.badlogin, ['login_odd'], 'wrong'],
    ['an unknown type, where the specification leaves it open', REASONS.websiteDown, ['site_gone'], 'other'],
    ['a known reason in place of one that is open', REASONS.websiteDown, ['site_gone', 'access_locked'], 'wrong'],
    ['no error at all', REASONS.websiteDown, ['waiting', 'bills_full'], 'wrong'],
    ['a wait, which is how this one is told', REASONS.rateLimited, ['waiting'], 'told'],
  ] as const)('%s', (_name, reason, types, told) => {
    expect(readReason(reason, notes(...types))).toBe(told);
  });

  it('of no error is none, but an empty list of intervals is one where intervals are expected', () => {
    const told = notes('access_valid', 'intervals_empty', 'bills_errored', 'new_type');
    expect(errorsAmong(told, true)).toEqual(['intervals_empty', 'bills_errored']);
    expect(errorsAmong(told, false)).toEqual(['bills_errored']);
  });

  it('in words says which types are only likely', () => {
    expect(reasonInWords(REASONS.locked)).toBe('access_locked (login locked out)');
    expect(reasonInWords(REASONS.websiteDown)).toContain('utility_down, or a note of another type');
  });
});
