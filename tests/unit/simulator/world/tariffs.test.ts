import { describe, expect, it } from 'vitest';
import { tariffOf, touOfDay } from '../../../../electron/simulator/world/tariffs.ts';

const hours = (code: string, quiet: boolean) =>
  Array.from({ length: 24 }, (_, hour) => touOfDay(tariffOf(code), quiet)(hour)).join('');

describe('a tariff', () => {
  it('has a price for each bucket that its hours have', () => {
    for (const code of ['R-1', 'R-TOU', 'R-NEM', 'GS-2', 'AG-HH', 'G-1', 'W-1']) {
      const tariff = tariffOf(code);
      for (const quiet of [true, false])
        for (let hour = 0; hour < 24; hour += 1)
          expect(tariff.supply[touOfDay(tariff, quiet)(hour)]).toBeGreaterThan(0);
    }
  });

  it('is on-peak in the evening of working days only', () => {
    expect(hours('R-TOU', false)).toBe('111111122222222233333221');
    expect(hours('R-TOU', true)).toBe('111111111222222222222221');
    expect(hours('R-1', false)).toBe('0'.repeat(24));
  });

  it('that no profile should have is refused', () => expect(() => tariffOf('X')).toThrow('X'));
});
