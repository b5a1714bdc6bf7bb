import { describe, expect, it } from 'vitest';
import { REGIONS } from '../../../../electron/simulator/world/regions.ts';
import { dayWeather, seasonOf, sunAt, temperatureAt } from '../../../../electron/simulator/world/weather.ts';
import { dayNumber } from '../../../../electron/simulator/world/zones.ts';

const JULY = dayNumber(2025, 7, 20);
const JANUARY = dayNumber(2025, 1, 18);

describe('the weather', () => {
  it('turns with the year, on the other side of the earth the other way round', () => {
    expect(seasonOf(REGIONS.boston, JULY)).toBeCloseTo(1, 3);
    expect(seasonOf(REGIONS.boston, JANUARY)).toBeCloseTo(-1, 3);
    expect(seasonOf(REGIONS.adelaide, JULY)).toBeCloseTo(-1, 3);
  });

  it('is that of a seed and a region, and within what a sky can be', () => {
    const of = (seed: number, region: (typeof REGIONS)[keyof typeof REGIONS], day = JULY) =>
      dayWeather(seed, region, day);
    expect(of(1, REGIONS.denver)).toEqual(of(1, REGIONS.denver));
    expect(of(2, REGIONS.denver).mean).not.toBe(of(1, REGIONS.denver).mean);
    expect(of(1, REGIONS.chicago).mean).not.toBe(of(1, REGIONS.denver).mean);
    for (let day = JANUARY; day < JANUARY + 365; day += 1) {
      const { clouds, swing } = of(1, REGIONS.chicago, day);
      expect(clouds).toBeGreaterThanOrEqual(0);
      expect(clouds).toBeLessThanOrEqual(1);
      expect(swing).toBeGreaterThan(0);
    }
  });

  it('is coldest before dawn and warmest in the afternoon', () => {
    const weather = dayWeather(1, REGIONS.phoenix, JULY);
    const hours = Array.from({ length: 24 }, (_, hour) => temperatureAt(weather, hour));
    expect(hours.indexOf(Math.max(...hours))).toBe(15);
    expect(hours.indexOf(Math.min(...hours))).toBe(3);
  });

  it('has a sun that is highest at noon, stays below the horizon at night, and is dimmed by clouds', () => {
    const clear = { ...dayWeather(1, REGIONS.denver, JULY), clouds: 0 };
    const sun = (hour: number, weather = clear) => sunAt(weather, REGIONS.denver, hour, 0.5);
    expect(sun(0)).toBe(0);
    expect(sun(12)).toBeGreaterThan(sun(9));
    expect(sun(9)).toBeCloseTo(sun(15), 9);
    expect(sun(12, { ...clear, clouds: 1 })).toBeLessThan(sun(12) / 3);
    expect(sun(12, { ...clear, clouds: 1 })).toBeGreaterThan(0);
  });
});
