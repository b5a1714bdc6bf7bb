/**
 * Readings of one local day of a meter, computed when asked for and held nowhere: a pure function of the model and the day.
 */
import { isHoliday, isWeekend } from './holidays.ts';
import { CURVES, type DayContext, solarCurve } from './load.ts';
import { type Profile, profileOf, type Series } from './profiles.ts';
import { unit } from './random.ts';
import { type Region, regionOfZone } from './regions.ts';
import { type Tariff, type Tou, tariffOf, touOfDay } from './tariffs.ts';
import type { MeterModel, Seconds } from './types.ts';
import { dayWeather, temperatureAt } from './weather.ts';
import { midnight, offsetAt, type Zone, zoneOf } from './zones.ts';

/** What stands behind one reading: 0 valid, 1 estimated, 2 not there, 3 edited by hand. */
export type Mark = 0 | 1 | 2 | 3;
export const MISSING: Mark = 2;

/** QualityOfReading of a mark, for readings that need to say so (valid is the ReadingType's default). */
export const QUALITY_OF_MARK: Record<Mark, number> = { 0: 17, 1: 8, 2: 10, 3: 7 };

export interface DayReadings {
  readonly day: number;
  /** Local midnight. */
  readonly start: Seconds;
  /** Of every reading but the one of a daily series, which is as long as its day. */
  readonly length: number;
  readonly count: number;
  /** Raw integers by quantity; `reverse`, `net` and `temperature` only where the profile has them. */
  readonly values: Partial<Record<Series['quantity'], Float64Array>>;
  readonly marks: Uint8Array;
  readonly tou: Uint8Array;
}

/** What does not change from day to day; build it once for a feed. */
export interface Source {
  readonly model: MeterModel;
  readonly profile: Profile;
  readonly region: Region;
  readonly zone: Zone;
  readonly tariff: Tariff;
  readonly seed: number;
}

export function sourceOf(seed: number, model: MeterModel): Source {
  return {
    model,
    seed,
    profile: profileOf(model.profile),
    region: regionOfZone(model.zone),
    zone: zoneOf(model.zone),
    tariff: tariffOf(model.tariff),
  };
}

/** All readings of a local day: 92, 96 or 100 quarter hours, 1 of a daily series. */
export function dayReadings(source: Source, day: number): DayReadings {
  const { zone, model } = source;
  const start = midnight(zone, day);
  const span = midnight(zone, day + 1) - start;
  const length = model.intervalLength >= 86_400 ? span : model.intervalLength;
  const count = Math.round(span / length);
  const marks = marksOf(model, day, count);
  const context = contextOf(source, day);
  const isPlain = span === 86_400;
  const hours = isPlain ? plainHours(count) : changedHours(zone, start, length, count);
  const tou = isPlain ? plainTou(source.tariff, context.free, hours) : touOf(source.tariff, context.free, hours);
  return { day, start, length, count, values: valuesOf(source, context, hours, length, marks), marks, tou };
}

/*
 * What most days have in common is made once and shared (and must not be written to): a batch of 1 GB goes through
 * 60,000 days, and every small array that is made for each of them is memory that the collector gets to late.
 */
const sharedHours = new Map<number, Float64Array>();
const sharedTou = new Map<string, Uint8Array>();
const sharedMarks = new Map<number, Uint8Array>();

function shared<K, V>(made: Map<K, V>, key: K, make: () => V): V {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}

/** Local hour at the middle of each interval of a day of 24 hours. */
function plainHours(count: number): Float64Array {
  return shared(sharedHours, count, () => Float64Array.from({ length: count }, (_, i) => ((i + 0.5) * 24) / count));
}

/** The same on a day of a clock change: an hour is skipped or comes twice. */
function changedHours(zone: Zone, start: Seconds, length: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => {
    const at = start + i * length + length / 2;
    const local = at + offsetAt(zone, at);
    return (((local % 86_400) + 86_400) % 86_400) / 3600;
  });
}

function plainTou(tariff: Tariff, quiet: boolean, hours: Float64Array): Uint8Array {
  return shared(sharedTou, `${tariff.code} ${quiet} ${hours.length}`, () => touOf(tariff, quiet, hours));
}

function touOf(tariff: Tariff, quiet: boolean, hours: Float64Array): Uint8Array {
  const touAt = touOfDay(tariff, quiet);
  return Uint8Array.from(hours, (hour) => touAt(hour) satisfies Tou);
}

function contextOf(source: Source, day: number): DayContext {
  const { region, model, seed } = source;
  return {
    key: model.key,
    day,
    region,
    weather: dayWeather(seed, region, day),
    free: isWeekend(day) || isHoliday(region.country, day),
  };
}

function valuesOf(
  source: Source,
  context: DayContext,
  hours: Float64Array,
  length: number,
  marks: Uint8Array,
): DayReadings['values'] {
  const { profile } = source;
  const curve = CURVES[profile.name](context);
  const share = length / 3600;
  const forward = new Float64Array(hours.length);
  for (let i = 0; i < hours.length; i += 1) {
    // An estimate comes from a reference day: the same curve with one common chance, so it looks smoother.
    forward[i] = Math.round(curve(hours[i] ?? 0, marks[i] === 1 ? 1000 : i) * share);
  }
  const temperature = profile.series.some((series) => series.quantity === 'temperature');
  return {
    forward,
    ...(profile.name === 'solarHome' ? withSun(source, context, hours, share, forward) : {}),
    ...(temperature ? { temperature: hours.map((hour) => Math.round(temperatureAt(context.weather, hour) * 10)) } : {}),
  };
}

/** Splits load and sun into what came in, what went out and their difference (net = forward - reverse, exactly). */
function withSun(source: Source, context: DayContext, hours: Float64Array, share: number, load: Float64Array) {
  const summer = source.zone.dstOffset !== 0 && offsetAt(source.zone, midnight(source.zone, context.day) + 43_200);
  const ahead = summer === source.zone.tzOffset + source.zone.dstOffset ? source.zone.dstOffset / 3600 : 0;
  const sun = solarCurve(context, (hour) => hour - ahead);
  const forward = new Float64Array(load.length);
  const reverse = new Float64Array(load.length);
  const net = new Float64Array(load.length);
  for (let i = 0; i < load.length; i += 1) {
    const used = load[i] ?? 0;
    const made = Math.round(sun(hours[i] ?? 0, i) * share);
    // Within one interval clouds and kettles let both directions run.
    const both = Math.round(Math.min(used, made) * 0.04);
    forward[i] = Math.max(0, used - made) + both;
    reverse[i] = Math.max(0, made - used) + both;
    net[i] = (forward[i] ?? 0) - (reverse[i] ?? 0);
  }
  return { forward, reverse, net };
}

/** Which readings of a day are estimated, edited or missing. Outages and silent days are holes; nothing is ever 0 for them. */
function marksOf(model: MeterModel, day: number, count: number): Uint8Array {
  const { key } = model;
  const marked = (mark: Mark, from: number, to: number) => new Uint8Array(count).fill(mark, from, to);
  const hole = holeOf(key, day, count);
  if (hole) return marked(MISSING, hole.from, hole.to);
  if (unit(key, day, 76) < 0.012) {
    const from = unit(key, day, 77) < 0.5 ? 0 : Math.floor(unit(key, day, 78) * count * 0.6);
    return marked(1, from, from + Math.max(1, Math.ceil(count * (0.2 + unit(key, day, 79) * 0.8))));
  }
  if (unit(key, day, 80) < 0.004) {
    const from = Math.floor(unit(key, day, 81) * count * 0.9);
    return marked(3, from, from + Math.max(1, Math.ceil(count * 0.04)));
  }
  return shared(sharedMarks, count, () => new Uint8Array(count));
}

/** Positions of the readings that a day lacks: all on a silent day, some hours in an outage (not of daily readings). */
function holeOf(key: number, day: number, count: number): { from: number; to: number } | null {
  if (isSilent(key, day)) return { from: 0, to: count };
  if (count === 1 || unit(key, day, 73) >= 0.004) return null;
  const from = Math.floor(unit(key, day, 74) * count * 0.8);
  return { from, to: Math.min(count, from + Math.ceil(count * (0.06 + unit(key, day, 75) * 0.3))) };
}

/** One to three days in a row on which the meter sent nothing. */
function isSilent(key: number, day: number): boolean {
  for (let back = 0; back < 3; back += 1) {
    if (unit(key, day - back, 71) < 0.0018 && back < 1 + Math.floor(unit(key, day - back, 72) * 3)) return true;
  }
  return false;
}

/** Number of readings of one series in a day that are there, between two instants on the meter's grid. */
export function countOfDay(source: Source, day: number, from: Seconds, to: Seconds): number {
  const start = midnight(source.zone, day);
  const span = midnight(source.zone, day + 1) - start;
  const length = source.model.intervalLength >= 86_400 ? span : source.model.intervalLength;
  const all = Math.round(span / length);
  const first = Math.max(0, Math.ceil((from - start) / length));
  const end = Math.min(all, Math.floor((to - start) / length));
  if (end <= first) return 0;
  const hole = holeOf(source.model.key, day, all);
  const lost = hole ? Math.max(0, Math.min(end, hole.to) - Math.max(first, hole.from)) : 0;
  return end - first - lost;
}

/** What a reading cost in 1/100000 of the currency, without fixed charges: supply of its bucket and delivery. */
export function costOf(source: Source, raw: number, tou: Tou): number {
  const { tariff, profile } = source;
  return Math.round((raw / profile.rawPerUnit) * (tariff.supply[tou] + tariff.delivery) * 100_000);
}
