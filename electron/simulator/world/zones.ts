/**
 * Local time of the simulated places. The simulator computes it from the very rules that it publishes as
 * LocalTimeParameters (espi-facts section 4), so that readings, days and the published rules cannot disagree.
 */
import type { Seconds } from './types.ts';

/** The n-th (1..4) or last (7) Sunday of a month at an hour; `hour` is local clock time just before the change. */
interface SundayRule {
  readonly month: number;
  readonly which: 1 | 2 | 7;
  readonly hour: number;
}

export interface Zone {
  readonly name: string;
  /** Seconds east of UTC in standard time. */
  readonly tzOffset: number;
  /** Seconds added in summer; 0 where the clocks stay. */
  readonly dstOffset: number;
  readonly dstStart: SundayRule | null;
  readonly dstEnd: SundayRule | null;
}

const US_START: SundayRule = { month: 3, which: 2, hour: 2 };
const US_END: SundayRule = { month: 11, which: 1, hour: 2 };

const ZONES: readonly Zone[] = [
  { name: 'America/New_York', tzOffset: -18000, dstOffset: 3600, dstStart: US_START, dstEnd: US_END },
  { name: 'America/Chicago', tzOffset: -21600, dstOffset: 3600, dstStart: US_START, dstEnd: US_END },
  { name: 'America/Denver', tzOffset: -25200, dstOffset: 3600, dstStart: US_START, dstEnd: US_END },
  { name: 'America/Phoenix', tzOffset: -25200, dstOffset: 0, dstStart: null, dstEnd: null },
  { name: 'America/Los_Angeles', tzOffset: -28800, dstOffset: 3600, dstStart: US_START, dstEnd: US_END },
  {
    name: 'Australia/Adelaide',
    tzOffset: 34200,
    dstOffset: 3600,
    dstStart: { month: 10, which: 1, hour: 2 },
    dstEnd: { month: 4, which: 1, hour: 3 },
  },
];

const byName = new Map(ZONES.map((zone) => [zone.name, zone]));

/** The rules of a place that the simulator knows. Throws for any other name: the table and its users disagree. */
export function zoneOf(name: string): Zone {
  const zone = byName.get(name);
  if (!zone) throw new Error(`zones.ts has no rules for ${name}`);
  return zone;
}

/** The 32-bit field of espi-facts section 4 as eight hex digits; `FFFFFFFF` where the clocks stay. */
export function dstRuleHex(rule: SundayRule | null): string {
  if (!rule) return 'FFFFFFFF';
  const operator = rule.which === 7 ? 7 : rule.which + 1;
  const sunday = 7;
  const bits = (rule.hour << 12) | (sunday << 17) | (operator << 25);
  return ((rule.month * 0x10000000 + bits) >>> 0).toString(16).toUpperCase().padStart(8, '0');
}

const DAY = 86_400;
const changes = new Map<Zone, Map<number, readonly [Seconds, Seconds]>>();

/** Seconds east of UTC at an instant. */
export function offsetAt(zone: Zone, at: Seconds): number {
  if (!zone.dstStart || !zone.dstEnd) return zone.tzOffset;
  const year = new Date((at + zone.tzOffset) * 1000).getUTCFullYear();
  const [start, end] = changesOf(zone, zone.dstStart, zone.dstEnd, year);
  const inSummer = start < end ? at >= start && at < end : at >= start || at < end;
  return inSummer ? zone.tzOffset + zone.dstOffset : zone.tzOffset;
}

/** Start and end of summer time in a (standard time) year, as instants. */
function changesOf(zone: Zone, start: SundayRule, end: SundayRule, year: number): readonly [Seconds, Seconds] {
  const years = changes.get(zone) ?? new Map<number, readonly [Seconds, Seconds]>();
  const known = years.get(year);
  if (known) return known;
  changes.set(zone, years);
  const computed = [
    sundayOf(year, start) * DAY + start.hour * 3600 - zone.tzOffset,
    sundayOf(year, end) * DAY + end.hour * 3600 - zone.tzOffset - zone.dstOffset,
  ] as const;
  years.set(year, computed);
  return computed;
}

/** Day number (days since 1970-01-01) of the Sunday that a rule names. */
function sundayOf(year: number, rule: SundayRule): number {
  if (rule.which === 7) {
    const last = dayNumber(year, rule.month + 1, 1) - 1;
    return last - weekdayOf(last);
  }
  const first = dayNumber(year, rule.month, 1);
  return first + ((7 - weekdayOf(first)) % 7) + (rule.which - 1) * 7;
}

/** Days since 1970-01-01 of a calendar day; `month` counts from 1 and may run over. */
export function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / (DAY * 1000));
}

/** 0 Sunday ... 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The local calendar day that an instant lies in. */
export function localDay(zone: Zone, at: Seconds): number {
  return Math.floor((at + offsetAt(zone, at)) / DAY);
}

/** The instant of local midnight at the start of a calendar day. No zone of the table changes its clocks at midnight. */
export function midnight(zone: Zone, day: number): Seconds {
  const standard = day * DAY - zone.tzOffset;
  return day * DAY - offsetAt(zone, standard);
}

/** Year, month (1..12) and day of month of a day number. */
export function calendarOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const date = new Date(day * DAY * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}
