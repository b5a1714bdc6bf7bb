import { describe, expect, it } from 'vitest';
import { CURVES, type DayContext, solarCurve } from '../../../../electron/simulator/world/load.ts';
import type { ProfileName } from '../../../../electron/simulator/world/profiles.ts';
import { REGIONS } from '../../../../electron/simulator/world/regions.ts';
import { dayWeather } from '../../../../electron/simulator/world/weather.ts';
import { dayNumber } from '../../../../electron/simulator/world/zones.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WINTER = dayNumber(2025, 1, 15);
const SUMMER = dayNumber(2025, 7, 16);

function dayOf(day: number, more: Partial<DayContext> = {}): DayContext {
  const region = more.region ?? REGIONS.denver;
  return { key: 12_345, day, region, weather: dayWeather(1, region, day), free: false, ...more };
}
const curve = (name: ProfileName, context: DayContext) => HOURS.map((hour) => CURVES[name](context)(hour, hour * 4));
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
/** Of many buildings of the kind, so that one's habits decide nothing. */
const ofMany = (name: ProfileName, day: number, more: Partial<DayContext> = {}) =>
  total(Array.from({ length: 40 }, (_, key) => total(curve(name, dayOf(day, { ...more, key: key * 7_919 + 1 })))));

// The keys of the table.
const names = Object.keys(CURVES) as ProfileName[];

describe('what a building uses', () => {
  it.each(names)('%s: the same whenever it is asked for, never less than nothing, and something each day', (name) => {
    for (const day of [WINTER, SUMMER]) {
      const once = curve(name, dayOf(day));
      expect(curve(name, dayOf(day))).toEqual(once);
      expect(Math.min(...once)).toBeGreaterThanOrEqual(0);
      expect(total(once)).toBeGreaterThan(0);
    }
  });

  it.each(['office', 'carPark'] as const)('%s: far less on a free day', (name) => {
    expect(ofMany(name, SUMMER, { free: true })).toBeLessThan(ofMany(name, SUMMER) * 0.75);
  });

  it('of gas follows the cold, of water the garden, of a cold store the heat', () => {
    expect(ofMany('gasHome', WINTER)).toBeGreaterThan(2 * ofMany('gasHome', SUMMER));
    const garden = { region: REGIONS.adelaide };
    expect(ofMany('waterHome', WINTER, garden)).toBeGreaterThan(1.2 * ofMany('waterHome', SUMMER, garden));
    expect(ofMany('coldStore', SUMMER)).toBeGreaterThan(ofMany('coldStore', WINTER));
  });

  it('of a bakery is most before dawn, of a car park in the dark its lights', () => {
    const bakery = curve('bakery', dayOf(WINTER));
    expect(bakery[4]).toBeGreaterThan(2 * (bakery[14] ?? 0));
    const night = CURVES.carPark(dayOf(WINTER, { free: true }))(2, 8);
    expect(night).toBeGreaterThan(900 + 6400 - 1);
  });
});

describe('a solar roof', () => {
  const roof = (day: number, ahead = 0) => solarCurve(dayOf(day), (hour) => hour + ahead);

  it('delivers by day and never at night, more in summer', () => {
    for (const hour of [0, 3, 22]) expect(roof(SUMMER)(hour, 0)).toBe(0);
    const [winter, summer] = [WINTER, SUMMER].map((day) => total(HOURS.map((hour) => roof(day)(hour, hour))));
    expect(winter).toBeGreaterThan(0);
    expect(summer).toBeGreaterThan(winter ?? 0);
  });

  it('goes by the sun, not by the clock on the wall', () => {
    expect(roof(SUMMER, -6)(18, 1)).toBe(roof(SUMMER)(12, 1));
  });

  it('has 4.5 to 9 kW', () => {
    const most = Array.from({ length: 60 }, (_, key) =>
      Math.max(...HOURS.map((hour) => solarCurve(dayOf(SUMMER, { key }), (same) => same)(hour, hour))),
    );
    expect(Math.max(...most)).toBeLessThanOrEqual(9000);
    expect(Math.max(...most)).toBeGreaterThan(4500);
  });
});
