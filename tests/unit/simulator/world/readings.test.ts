import { describe, expect, it } from 'vitest';
import { countOfDay, dayReadings, MISSING, sourceOf } from '../../../../electron/simulator/world/readings.ts';
import { dayNumber, midnight } from '../../../../electron/simulator/world/zones.ts';
import { modelOf } from './models.ts';

const sum = (values: Float64Array | undefined) =>
  (values ?? new Float64Array()).reduce((total, value) => total + value, 0);

describe('readings of a day', () => {
  const home = sourceOf(1, modelOf('DEMO', 'home'));
  const solar = sourceOf(1, modelOf('PACIFIC', 'solarHome'));
  const office = sourceOf(1, modelOf('DEMO', 'office'));

  it('are the same whenever they are asked for, and others with another seed or meter', () => {
    const day = dayNumber(2025, 6, 18);
    const first = dayReadings(home, day).values.forward;
    dayReadings(home, day + 7);
    expect(dayReadings(home, day).values.forward).toEqual(first);
    expect(dayReadings({ ...home, seed: 2 }, day).values.forward).not.toEqual(first);
    const neighbour = sourceOf(1, modelOf('DEMO', 'home', 'somebody.else'));
    expect(dayReadings(neighbour, day).values.forward).not.toEqual(first);
  });

  it.each([
    [dayNumber(2025, 3, 9), 92],
    [dayNumber(2025, 11, 2), 100],
    [dayNumber(2025, 6, 18), 96],
  ])('of day %i are %i quarter hours', (day, count) => {
    expect(dayReadings(home, day).count).toBe(count);
  });

  it('of gas are one a day, as long as the day', () => {
    const gas = sourceOf(1, modelOf('FRONTRANGE', 'gasHome'));
    expect(dayReadings(gas, dayNumber(2025, 3, 9))).toMatchObject({ count: 1, length: 23 * 3600 });
    const winter = sum(dayReadings(gas, dayNumber(2025, 1, 15)).values.forward);
    const summer = sum(dayReadings(gas, dayNumber(2025, 7, 15)).values.forward);
    expect(winter).toBeGreaterThan(summer * 2);
  });

  it('keep net = forward - reverse for every interval of a year, and the sun out of the night', () => {
    for (let day = dayNumber(2025, 1, 1); day < dayNumber(2026, 1, 1); day += 1) {
      const { forward, reverse, net } = dayReadings(solar, day).values;
      for (let i = 0; i < (net?.length ?? 0); i += 1) {
        expect(net?.[i]).toBe((forward?.[i] ?? Number.NaN) - (reverse?.[i] ?? Number.NaN));
      }
      expect(sum(reverse?.slice(0, 12))).toBe(0);
    }
  });

  it('show an office empty at weekends', () => {
    const wednesday = sum(dayReadings(office, dayNumber(2025, 5, 14)).values.forward);
    const sunday = sum(dayReadings(office, dayNumber(2025, 5, 18)).values.forward);
    expect(sunday).toBeLessThan(wednesday * 0.6);
  });

  it('have outages, estimates and edits within three years, and count what is there', () => {
    const seen = new Set<number>();
    for (let day = dayNumber(2023, 1, 1); day < dayNumber(2026, 1, 1); day += 1) {
      const readings = dayReadings(home, day);
      for (const mark of readings.marks) seen.add(mark);
      const present = readings.marks.filter((mark) => mark !== MISSING).length;
      const start = midnight(home.zone, day);
      expect(countOfDay(home, day, start, midnight(home.zone, day + 1))).toBe(present);
      const late = readings.marks.slice(8).filter((mark) => mark !== MISSING).length;
      expect(countOfDay(home, day, start + 2 * 3600, start + 90_000)).toBe(late);
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3]);
  });
});
