import { expect, it } from 'vitest';
import { createNumbers } from '../../../../electron/simulator/world/numbers.ts';

it('uids of what is new follow each other, the same ones for a seed, whatever else is numbered', () => {
  const [one, other] = [createNumbers(1).next, createNumbers(1).next];
  const first = Number(one('event'));
  for (const kind of ['form', 'authorization', 'salt'] as const) one(kind);
  expect(Number(one('event'))).toBe(first + 1);
  expect([Number(other('event')), Number(other('event'))]).toEqual([first, first + 1]);
  expect(createNumbers(2).next('event')).not.toBe(String(first));
});

it('referrals and salts are opaque, and none is given twice', () => {
  const { next } = createNumbers(1);
  const texts = [1, 2, 3].flatMap(() => [next('referral'), next('salt')]);
  expect(new Set(texts).size).toBe(6);
  for (const text of texts) expect(text).toMatch(/^[\w-]{16,24}$/);
});

it('leaves out as many as it is told, of each kind', () => {
  const { next, skip } = createNumbers(1);
  const first = Number(next('event'));
  const salt = next('salt');
  skip(500);
  expect(Number(next('event'))).toBe(first + 501);
  expect(next('salt')).not.toBe(salt);
});
