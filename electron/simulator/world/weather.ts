/** Temperature and sky of a region: pure functions of seed and time, shared by all meters of the region. */
import { hashText, unit, wave } from './random.ts';
import type { Region } from './regions.ts';
import { calendarOf } from './zones.ts';

/** What a whole day is like, computed once a day and meter. */
export interface DayWeather {
  /** Mean temperature of the day, degrees Celsius. */
  readonly mean: number;
  readonly swing: number;
  /** 0 clear ... 1 overcast. */
  readonly clouds: number;
  /** 0..1, how quickly clouds pass: broken skies flicker. */
  readonly broken: number;
  /** Declination of the sun, radians. */
  readonly declination: number;
}

/** Turns with the year: 1 in the middle of summer, -1 in the middle of winter, of either hemisphere. */
export function seasonOf(region: Region, day: number): number {
  const { year } = calendarOf(day);
  const dayOfYear = day - Math.round(Date.UTC(year, 0, 1) / 86_400_000);
  const northern = Math.cos(((dayOfYear - 201) / 365.25) * 2 * Math.PI);
  return region.latitude < 0 ? -northern : northern;
}

export function dayWeather(seed: number, region: Region, day: number): DayWeather {
  const key = hashText(region.zone) ^ seed;
  const season = seasonOf(region, day);
  const slow = wave(key, day, 11) * 4.5;
  const fast = wave(key + 1, day, 3) * 3;
  // A heat wave of a few days: the top of a slow wave in summer, pushed up.
  const heat = season > 0.45 ? Math.max(0, wave(key + 2, day, 8) - 0.45) * 14 : 0;
  const sky = region.cloudiness + wave(key + 3, day, 2.3) * 0.5 + (unit(key, day, 7) - 0.5) * 0.3;
  const clouds = Math.min(1, Math.max(0, heat > 0 ? sky * 0.3 : sky));
  const { year } = calendarOf(day);
  const dayOfYear = day - Math.round(Date.UTC(year, 0, 1) / 86_400_000);
  return {
    mean: region.meanTemperature + region.seasonSwing * season + slow + fast + heat,
    swing: region.daySwing * (1.15 - 0.7 * clouds),
    clouds,
    broken: clouds > 0.2 && clouds < 0.75 ? 1 : 0.25,
    declination: 0.4093 * Math.sin(((dayOfYear - 81) / 365.25) * 2 * Math.PI),
  };
}

/** Degrees Celsius at a local hour (0..24): coldest at 3, warmest at 15. */
export function temperatureAt(weather: DayWeather, hour: number): number {
  return weather.mean + weather.swing * Math.cos(((hour - 15) / 24) * 2 * Math.PI);
}

/** Share (0..1) of the rated power that a roof delivers at a local solar hour under this sky. `jitter` is 0..1. */
export function sunAt(weather: DayWeather, region: Region, solarHour: number, jitter: number): number {
  const latitude = (region.latitude * Math.PI) / 180;
  const hourAngle = ((solarHour - 12) / 12) * Math.PI;
  const height =
    Math.sin(latitude) * Math.sin(weather.declination) +
    Math.cos(latitude) * Math.cos(weather.declination) * Math.cos(hourAngle);
  if (height <= 0.02) return 0;
  const clear = 0.92 * height ** 1.2;
  const shade = weather.clouds * (0.72 + 0.25 * weather.broken * (jitter - 0.5) * 2);
  return clear * Math.max(0.06, 1 - shade);
}
