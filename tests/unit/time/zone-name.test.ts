import { describe, expect, it } from 'vitest';
import { clockOfParameters, clockOfZone, fixedClock, zoneNameOf } from '../../../shared/time/index.ts';

const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
const HOUR = 3600;
const AMERICA = { dstOffset: HOUR, dstStartRule: '360E2000', dstEndRule: 'B40E2000' };

function clockWith(parameters: Parameters<typeof clockOfParameters>[0]) {
  const result = clockOfParameters(parameters);
  if (!result.ok) throw new Error(result.reason);
  return result.clock;
}

describe('the name of a clock', () => {
  it.each([
    [-8, 'America/Los_Angeles'],
    [-7, 'America/Denver'],
    [-6, 'America/Chicago'],
    [-5, 'America/New_York'],
    [-3.5, 'America/St_Johns'],
  ])('by the rules of North America at UTC%d is %s', (hours, zone) => {
    const clock = clockWith({ tzOffset: hours * HOUR, ...AMERICA });
    expect(zoneNameOf(clock, at('2023-01-01'), at('2026-01-01'), 'Asia/Tokyo')).toBe(zone);
    // However short the data are, and whichever half of the year they are of.
    expect(zoneNameOf(clock, at('2025-07-01'), at('2025-07-02'), 'Asia/Tokyo')).toBe(zone);
  });

  it('is that of the workspace where this shows the same, also where no other name is certain', () => {
    const eastern = clockWith({ tzOffset: -5 * HOUR, ...AMERICA });
    expect(zoneNameOf(eastern, at('2023-01-01'), at('2026-01-01'), 'America/Toronto')).toBe('America/Toronto');
    expect(zoneNameOf(fixedClock(-7 * HOUR), at('2025-01-01'), at('2026-01-01'), 'America/Phoenix')).toBe(
      'America/Phoenix',
    );
    expect(zoneNameOf(clockOfZone('Europe/Paris'), at('2025-01-01'), at('2026-01-01'), 'Europe/Berlin')).toBe(
      'Europe/Berlin',
    );
  });

  it('is not made up: without daylight saving, in Europe, and by rules of another time there is none', () => {
    expect(zoneNameOf(fixedClock(-7 * HOUR), at('2025-01-01'), at('2026-01-01'), 'Asia/Tokyo')).toBeUndefined();
    expect(zoneNameOf(clockOfZone('Europe/Paris'), at('2025-01-01'), at('2026-01-01'), 'Asia/Tokyo')).toBeUndefined();
    const pacific = clockWith({ tzOffset: -8 * HOUR, ...AMERICA });
    // The rules of 2007 say something else of 2005 than the clocks of that year showed.
    expect(zoneNameOf(pacific, at('2005-01-01'), at('2006-01-01'), 'Asia/Tokyo')).toBeUndefined();
    expect(zoneNameOf(pacific, at('1801-01-01'), at('2026-01-01'), 'Asia/Tokyo')).toBeUndefined();
  });
});
