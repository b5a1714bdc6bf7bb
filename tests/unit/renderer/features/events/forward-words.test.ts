import { describe, expect, it } from 'vitest';
import { failedForwards, forwardWords } from '../../../../../renderer/features/events/forward-words.ts';
import type { DeliveryRow, Forward } from '../../../../../shared/contract/events.ts';

const forward: Forward = { at: 0, url: 'http://127.0.0.1/', status: 200, body: '', durationMs: 12 };
const row = (id: number, answer?: Partial<Forward>): DeliveryRow => ({
  id,
  at: 0,
  verdict: 'good',
  reason: '',
  answer: 200,
  bytes: 1,
  events: 1,
  fresh: 1,
  rehearsal: false,
  durationMs: 1,
  ...(answer ? { forward: { ...forward, ...answer } } : {}),
});

describe('a forwarded delivery in words', () => {
  it('says the answer, why there was none, or why it was not sent', () => {
    expect(forwardWords(undefined)).toBe('');
    expect(forwardWords(forward)).toBe('200 in 12 ms');
    const none = { ...forward, status: undefined };
    expect(forwardWords({ ...none, error: 'nothing is listening there' })).toBe(
      'no answer: nothing is listening there',
    );
    expect(forwardWords({ ...none, error: 'not sent: 1000 others were waiting' })).toBe(
      'not sent: 1000 others were waiting',
    );
  });

  it('counts as taken with 200 only; others are repeated, the oldest first', () => {
    const rows = [row(4, { status: 204 }), row(3, {}), row(2), row(1, { status: undefined, error: 'cut' })];
    expect(failedForwards(rows)).toEqual([1, 4]);
  });
});
