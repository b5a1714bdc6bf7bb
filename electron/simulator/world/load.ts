/**
 * What a building draws (watts), burns or pours at a moment of a day. Pure functions of the meter's key and the day:
 * habits come from the key, weather from the region, chance from both. Chosen to look real when drawn, not measured.
 */
import type { ProfileName } from './profiles.ts';
import { unit, wave } from './random.ts';
import type { Region } from './regions.ts';
import { type DayWeather, seasonOf, sunAt, temperatureAt } from './weather.ts';

/** What is the same for all intervals of one local day. */
export interface DayContext {
  readonly key: number;
  readonly day: number;
  readonly region: Region;
  readonly weather: DayWeather;
  /** Weekend or holiday. */
  readonly free: boolean;
}

/** Amount per hour at a local hour (0..24); `index` is the interval's number in the day and feeds its chance. */
type Curve = (hour: number, index: number) => number;

const hump = (hour: number, peak: number, width: number): number => Math.exp(-(((hour - peak) / width) ** 2));
const rise = (hour: number, at: number, steep = 2.2): number => 1 / (1 + Math.exp(-(hour - at) * steep));

/** Watts of a household. */
function homeCurve(context: DayContext): Curve {
  const { key, day, weather, region, free } = context;
  const size = 0.7 + unit(key, 1) * 0.75;
  const away = unit(key, Math.floor((day + (key % 7)) / 7), 91) < 0.04;
  const season = seasonOf(region, day);
  const morning = (free ? 9.3 : 6.9) + (unit(key, day, 11) - 0.5) * 0.8;
  const evening = 18.9 + (unit(key, day, 12) - 0.5) * 1.4;
  const coolingWatts = unit(key, 2) < 0.8 ? 260 * size : 60 * size;
  const electricHeat = unit(key, 3) < 0.25 ? 150 * size : 35 * size;
  const carTonight = !away && unit(key, 4) < 0.35 && unit(key, day, 13) < 0.45;
  const carFrom = 0.25 + unit(key, day, 14) * 1.5;
  const carTo = carFrom + 1.2 + unit(key, day, 15) * 2.6;
  const darkness = 1 - 0.25 * season;
  const mood = 0.85 + unit(key, day, 16) * 0.3;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const temperature = temperatureAt(weather, hour);
    const fridge = (index + (key % 5)) % 5 < 2 ? 95 : 35;
    let watts = 105 * size + fridge + 40 * chance;
    watts += Math.max(0, temperature - 23.5) * coolingWatts * (0.7 + 0.6 * chance) * (away ? 0.1 : 1);
    watts += Math.max(0, 9 - temperature) * electricHeat * (0.8 + 0.4 * chance);
    if (away) return watts;
    const activity =
      0.62 * hump(hour, morning, 1.05) +
      hump(hour, evening, 2.4) * darkness +
      (free ? 0.45 * hump(hour, 13.2, 3.2) : 0.12);
    watts += 820 * size * activity * mood * (0.75 + 0.5 * chance);
    // Kettle, oven, dryer: short and high, and mostly when somebody is about.
    if (unit(key, day, index, 18) > 0.985 - 0.05 * activity) watts += 900 + 2600 * chance;
    if (carTonight && hour >= carFrom && hour < carTo) watts += 7050 + 150 * chance;
    return watts;
  };
}

/** Watts that a solar roof delivers. Its size comes from the key: 4.5 to 9 kW. */
export function solarCurve(context: DayContext, clockAhead: (hour: number) => number): Curve {
  const { key, day, weather, region } = context;
  const peak = 4500 + unit(key, 21) * 4500;
  return (hour, index) => peak * sunAt(weather, region, clockAhead(hour), unit(key, day, index, 22));
}

/** Watts of offices: flat on free days, a plateau in working hours, cooling by the weather. */
function officeCurve(context: DayContext): Curve {
  const { key, day, weather, free } = context;
  const size = 0.8 + unit(key, 1) * 0.5;
  const start = 6.9 + unit(key, day, 11) * 0.5;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const busy = free ? 0.05 : rise(hour, start) * (1 - rise(hour, 18.1, 1.6)) * (1 - 0.07 * hump(hour, 12.6, 0.7));
    const temperature = temperatureAt(weather, hour);
    const cooling = Math.max(0, temperature - 17) * (0.35 + busy) * 2100;
    const heating = Math.max(0, 6 - temperature) * (0.3 + 0.7 * busy) * 900;
    return size * (17500 + 2200 * chance + busy * (66000 + 5000 * wave(key, day * 96 + index, 6)) + cooling + heating);
  };
}

/** Watts of a bakery: ovens before dawn, a shop by day, closed on free Mondays and holidays by the calendar of `free`. */
function bakeryCurve(context: DayContext): Curve {
  const { key, day, weather, free } = context;
  const bake = free ? 0.75 : 1;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const ovens = (hump(hour, 4.2, 1.7) + 0.7 * hump(hour, 7.6, 1.4)) * (0.8 + 0.4 * chance);
    const shop = rise(hour, 6.2) * (1 - rise(hour, 18.3));
    const cooling = Math.max(0, temperatureAt(weather, hour) - 20) * 420 * shop;
    return 3600 + 600 * chance + bake * (41000 * ovens + 7800 * shop) + cooling;
  };
}

/** Watts of a cold store: day and night alike, more when it is warm outside, compressors that cycle. */
function coldStoreCurve(context: DayContext): Curve {
  const { key, day, weather, free } = context;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const cycle = wave(key, day * 96 + index, 3.7);
    const doors = free ? 0 : rise(hour, 5.5) * (1 - rise(hour, 20));
    const pull = Math.max(0, temperatureAt(weather, hour) - 2) * 1350;
    return (31000 + pull) * (1 + 0.16 * cycle) + doors * 9000 * (0.7 + 0.6 * chance);
  };
}

/** Watts of a car park: lights from dusk to dawn, chargers by day in steps of 7 kW. */
function carParkCurve(context: DayContext): Curve {
  const { key, day, weather, region, free } = context;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const dark = sunAt(weather, region, hour, 0.5) < 0.03;
    const demand = (free ? 1.2 : 4.5) * rise(hour, 7.8) * (1 - rise(hour, 18.5, 1.1)) + (free ? 0.1 : 0.3);
    const cars = Math.round(Math.max(0, demand * (0.6 + 0.8 * unit(key, day, Math.floor(index / 3), 19))));
    return 900 + (dark ? 6400 : 0) + cars * 7000 + 120 * chance;
  };
}

/** Therms of a day, spread over its hours: heating by the mean temperature above a base for water and cooking. */
function gasCurve(context: DayContext): Curve {
  const { key, day, weather } = context;
  const size = 0.75 + unit(key, 1) * 0.6;
  const away = unit(key, Math.floor((day + (key % 7)) / 7), 91) < 0.04;
  const heating = Math.max(0, 16.5 - weather.mean) * 0.155 * (away ? 0.55 : 1);
  const perDay = size * ((away ? 0.06 : 0.32) + heating) * (0.86 + 0.28 * unit(key, day, 17));
  return () => (perDay * 100) / 24;
}

/** Litres an hour: mornings and evenings, a garden in summer, and a slow leak for some days a year. */
function waterCurve(context: DayContext): Curve {
  const { key, day, region, free } = context;
  const people = 2 + Math.floor(unit(key, 1) * 3);
  const leak = unit(key, Math.floor(day / 12), 31) < 0.04 ? 14 : 0;
  const garden = seasonOf(region, day) > 0.25 && day % 2 === key % 2 ? 260 : 0;
  return (hour, index) => {
    const chance = unit(key, day, index, 17);
    const used =
      11 * hump(hour, free ? 9.2 : 7.1, 1.2) + 9 * hump(hour, 19.4, 2) + 1.6 * rise(hour, 6) * (1 - rise(hour, 23));
    return leak + people * used * (0.3 + 1.4 * chance) + (hour >= 4.8 && hour < 5.9 ? garden : 0);
  };
}

/** The curve of each profile; amounts an hour in raw units of the forward series (watts, 1/100 therm, litres). */
export const CURVES: Record<ProfileName, (context: DayContext) => Curve> = {
  home: homeCurve,
  solarHome: homeCurve,
  adelaideHome: homeCurve,
  office: officeCurve,
  bakery: bakeryCurve,
  coldStore: coldStoreCurve,
  carPark: carParkCurve,
  gasHome: gasCurve,
  waterHome: waterCurve,
};
