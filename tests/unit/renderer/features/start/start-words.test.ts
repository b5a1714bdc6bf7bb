import { describe, expect, it } from 'vitest';
import { situation } from '../../../../../renderer/features/start/start-words.ts';

describe('what the first screen says', () => {
  it('of the demo is that it is simulated, and that something is being fetched only while it is', () => {
    for (const [running, idle] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      const said = situation(true, running, idle);
      expect(said).toMatch(/^A simulated utility runs inside Meterscope\. /);
      expect(said.includes('is being fetched over HTTP')).toBe(running);
      expect(said.includes('Nothing is being fetched')).toBe(idle);
    }
  });

  it('of another workspace is what to do, where nothing is under way', () => {
    expect(situation(false, false, true)).toBe('Enter its tokens on the connection page, then fetch what is new.');
    expect(situation(false, true, false)).toBe('');
  });
});
