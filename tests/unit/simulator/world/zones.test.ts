import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarOf,
  dayNumber,
  dstRuleHex,
  localDay,
  midnight,
  offsetAt,
  weekdayOf,
  zoneOf,
} from '../../../../electron/simulator/world/zones.ts';

const NAMES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'Australia/Adelaide',
];

/** Seconds east of UTC by the platform's own time zone data. */
function platformOffset(name: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at * 1000);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) / 1000 - at
  );
}

describe('zones of the simulated places', () => {
  it.each(NAMES)('%s agrees with the platform at any instant of 2022 to 2030', (name) => {
    const zone = zoneOf(name);
    const instant = fc.integer({ min: Date.UTC(2022, 0, 2) / 1000, max: Date.UTC(2030, 11, 30) / 1000 });
    fc.assert(
      fc.property(instant, (at) => {
        expect(offsetAt(zone, at)).toBe(platformOffset(name, at));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['America/New_York', dayNumber(2025, 3, 9), 23],
    ['America/New_York', dayNumber(2025, 11, 2), 25],
    ['America/New_York', dayNumber(2025, 7, 1), 24],
    ['America/Phoenix', dayNumber(2025, 3, 9), 24],
    ['Australia/Adelaide', dayNumber(2025, 10, 5), 23],
    ['Australia/Adelaide', dayNumber(2025, 4, 6), 25],
  ])('%s, day %i, has %i hours', (name, day, hours) => {
    const zone = zoneOf(name);
    expect((midnight(zone, day + 1) - midnight(zone, day)) / 3600).toBe(hours);
    expect(localDay(zone, midnight(zone, day))).toBe(day);
    expect(localDay(zone, midnight(zone, day) - 1)).toBe(day - 1);
  });

  it('writes the rules as espi-facts section 4 decodes them', () => {
    const newYork = zoneOf('America/New_York');
    expect([dstRuleHex(newYork.dstStart), dstRuleHex(newYork.dstEnd)]).toEqual(['360E2000', 'B40E2000']);
    const adelaide = zoneOf('Australia/Adelaide');
    expect([dstRuleHex(adelaide.dstStart), dstRuleHex(adelaide.dstEnd)]).toEqual(['A40E2000', '440E3000']);
    expect(dstRuleHex(null)).toBe('FFFFFFFF');
  });

  it('knows weekdays and calendar days', () => {
    const day = dayNumber(2025, 11, 2);
    expect(weekdayOf(day)).toBe(0);
    expect(calendarOf(day)).toEqual({ year: 2025, month: 11, dayOfMonth: 2 });
    expect(dayNumber(2025, 14, 1)).toBe(dayNumber(2026, 2, 1));
  });
});
