import { describe, expect, it } from 'vitest';
import { fuzzyScore } from '../../../../renderer/ui/palette.ts';

describe('finding a command', () => {
  it('takes words, beginnings and letters in order', () => {
    expect(fuzzyScore('req', 'Request log')).toBeGreaterThan(0);
    expect(fuzzyScore('rlg', 'Request log')).toBeGreaterThan(0);
    expect(fuzzyScore('xyz', 'Request log')).toBe(0);
    expect(fuzzyScore('log request', 'Request log')).toBeGreaterThan(0);
  });

  it('prefers beginnings of words over places inside, and those over scattered letters', () => {
    const scores = ['Meters', 'Parameters', 'Make it extra red'].map((text) => fuzzyScore('meter', text));
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 0);
  });
});
