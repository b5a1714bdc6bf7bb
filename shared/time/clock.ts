import { type DstRule, decodeDstRule, NO_DST, ruleTime } from './dst-rules.ts';

/** A local clock: what a wall clock beside the meter shows. All times are epoch seconds, all offsets seconds. */
export interface Clock {
  /** Local time minus UTC at an instant. */
  offsetAt(epoch: number): number;
  /** For people: "UTC-5, daylight saving by the meter's own rules", or an IANA name. */
  readonly label: string;
  /** Same key, same clock: for caches and for the store. */
  readonly key: string;
}

/** LocalTimeParameters as decoded: offsets in seconds, rules in hexadecimal. */
export interface TimeParameters {
  tzOffset?: number;
  dstOffset?: number;
  dstStartRule?: string;
  dstEndRule?: string;
}

/** `doubt` says what is odd about parameters that are used all the same. */
export type ClockOrReason = { ok: true; clock: Clock; doubt?: string } | { ok: false; reason: string };

/**
 * The clock that LocalTimeParameters describe, or why they cannot be right (espi-facts section 4): then the
 * workspace's zone takes over, with a warning.
 */
export function clockOfParameters(parameters: TimeParameters): ClockOrReason {
  const { tzOffset, dstOffset, dstStartRule, dstEndRule } = parameters;
  if (tzOffset === undefined) return { ok: false, reason: 'there is no tzOffset' };
  if (tzOffset % 900 !== 0 || tzOffset < -12 * 3600 || tzOffset > 14 * 3600) {
    return { ok: false, reason: `tzOffset ${tzOffset} is no offset of any zone` };
  }
  if (dstOffset && dstStartRule === undefined && dstEndRule === undefined) {
    return { ok: false, reason: `daylight saving adds ${dstOffset} seconds, but no rule that can be read says when` };
  }
  const start = decodeDstRule(ruleText(dstStartRule, dstOffset));
  if (!start.ok) return start;
  const end = decodeDstRule(ruleText(dstEndRule, dstOffset));
  if (!end.ok) return end;
  if ((start.rule === undefined) !== (end.rule === undefined)) {
    return { ok: false, reason: 'daylight saving has a start or an end, but not both' };
  }
  if (!start.rule || !end.rule || dstOffset === 0) return { ok: true, clock: fixedClock(tzOffset) };
  if (dstOffset === undefined) return { ok: false, reason: 'daylight saving has rules, but no dstOffset' };
  if (dstOffset < 0 || dstOffset > 7200 || dstOffset % 600 !== 0) {
    return { ok: false, reason: `dstOffset ${dstOffset} is no difference of daylight saving` };
  }
  if (tzOffset === 0 && isRegion(start.rule, end.rule, 'North America')) {
    const doubt =
      'tzOffset is 0, but the rules of daylight saving are those of North America: times of the wall clock seem to be sent as if they were UTC, and are shown as sent';
    return { ok: true, clock: fixedClock(0), doubt };
  }
  const misplaced = misplacedRules(tzOffset, start.rule, end.rule);
  if (misplaced !== undefined) return { ok: false, reason: misplaced };
  return { ok: true, clock: ruleClock(tzOffset, dstOffset, start.rule, end.rule) };
}

/** A rule as written, or none. Where nothing is added in summer, zeros are none, too. */
function ruleText(rule: string | undefined, dstOffset: number | undefined): string {
  return rule === undefined || (dstOffset === 0 && /^0+$/.test(rule.trim())) ? NO_DST : rule;
}

/** Rules that only one part of the world has, as the field without its clock time, and the offsets that they occur at. */
const REGIONS: readonly { name: string; start: string; end: string; least: number; most: number }[] = [
  { name: 'North America', start: '3/nth/2', end: '11/nth/1', least: -10 * 3600, most: -3 * 3600 },
  { name: 'Europe', start: '3/last', end: '10/last', least: -3 * 3600, most: 4 * 3600 },
  { name: 'Australia', start: '10/nth/1', end: '4/nth/1', least: 9 * 3600, most: 11 * 3600 },
  { name: 'New Zealand', start: '9/last', end: '4/nth/1', least: 12 * 3600, most: 13 * 3600 },
];

/** Why rules cannot be those of an offset: of another part of the world (a wrong sign), or start and end exchanged. */
function misplacedRules(tzOffset: number, start: DstRule, end: DstRule): string | undefined {
  const [from, to] = [dayOf(start), dayOf(end)];
  if (from === to) return 'daylight saving begins and ends on the same day';
  for (const { name, least, most, ...rules } of REGIONS) {
    if (from === rules.end && to === rules.start) return `the rules of ${name} have their start and end exchanged`;
    if (from !== rules.start || to !== rules.end || (tzOffset >= least && tzOffset <= most)) continue;
    return `the rules are those of ${name}, but tzOffset ${tzOffset} lies ${tzOffset > 0 ? 'east' : 'west'} of Greenwich, elsewhere`;
  }
  return undefined;
}

function isRegion(start: DstRule, end: DstRule, name: string): boolean {
  return REGIONS.some((region) => region.name === name && dayOf(start) === region.start && dayOf(end) === region.end);
}

/** The day of a rule as {@link REGIONS} writes it; those are all Sundays. */
function dayOf({ month, day }: DstRule): string {
  if (day.kind === 'nth') return `${month}/nth/${day.nth}`;
  return day.kind === 'last' ? `${month}/last` : `${month}/${day.kind}/${day.day}`;
}

/** The clock of a {@link Clock.key}, such as a store has kept. @throws SyntaxError or RangeError when it is none */
export function clockOfKey(key: string): Clock {
  const clock = clocksByKey.get(key) ?? readKey(key);
  clocksByKey.set(key, clock);
  return clock;
}

/** A clock is dear to make, and most series share a few. */
const clocksByKey = new Map<string, Clock>();

function readKey(key: string): Clock {
  const [kind = '', ...rest] = key.split(' ');
  const text = rest.join(' ');
  if (kind === 'zone') return clockOfZone(text);
  if (kind === 'fixed') return fixedClock(Number(text));
  const [tzOffset, dstOffset, rules] = /^(\S+) (\S+) (.*)$/s.exec(text)?.slice(1) ?? [];
  const [start, end] = JSON.parse(rules ?? '') as [DstRule, DstRule]; // written by ruleClock
  return ruleClock(Number(tzOffset), Number(dstOffset), start, end);
}

/** A clock that never changes. */
export function fixedClock(offset: number): Clock {
  return { offsetAt: () => offset, label: utcLabel(offset), key: `fixed ${offset}` };
}

function ruleClock(tzOffset: number, dstOffset: number, start: DstRule, end: DstRule): Clock {
  const years = new Map<number, { start: number; end: number }>();
  const bounds = (year: number): { start: number; end: number } => {
    let found = years.get(year);
    if (!found) {
      // The start is read off a clock on standard time, the end off one on daylight time.
      found = { start: ruleTime(start, year) - tzOffset, end: ruleTime(end, year) - tzOffset - dstOffset };
      years.set(year, found);
    }
    return found;
  };
  return {
    offsetAt(epoch) {
      const { start: from, end: to } = bounds(new Date((epoch + tzOffset) * 1000).getUTCFullYear());
      // South of the equator the summer spans the turn of the year: everything but the winter.
      const summer = from < to ? epoch >= from && epoch < to : epoch >= from || epoch < to;
      return summer ? tzOffset + dstOffset : tzOffset;
    },
    label: `${utcLabel(tzOffset)}, with daylight saving`,
    key: `rules ${tzOffset} ${dstOffset} ${JSON.stringify([start, end])}`,
  };
}

/** "UTC-05:00". */
function utcLabel(offset: number): string {
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 3600)).padStart(2, '0');
  const minutes = String(Math.floor((size % 3600) / 60)).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Step of the search for changes of the offset: two changes within this span would be missed. */
const PROBE = 7 * 86_400;

/**
 * The clock of an IANA zone, from the runtime's own zone data.
 * @throws RangeError when the runtime does not know the zone.
 */
export function clockOfZone(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  const probe = (epoch: number): number => probeOffset(format, epoch);
  // Offsets between two probes that agree are taken as one; where they differ, the change is found by halving.
  const segments = new Map<number, { change: number; before: number; after: number }>();
  const segmentOf = (index: number): { change: number; before: number; after: number } => {
    let segment = segments.get(index);
    if (!segment) {
      const [low, high] = [index * PROBE, (index + 1) * PROBE];
      const [before, after] = [probe(low), probe(high)];
      segment = { before, after, change: before === after ? Infinity : changeBetween(probe, low, high) };
      segments.set(index, segment);
    }
    return segment;
  };
  return {
    offsetAt(epoch) {
      const { before, after, change } = segmentOf(Math.floor(epoch / PROBE));
      return epoch >= change ? after : before;
    },
    label: zone,
    key: `zone ${zone}`,
  };
}

/** The first second after `low` whose offset is not that of `low`; up to `high` the offset changes once. */
export function changeBetween(offsetAt: (epoch: number) => number, low: number, high: number): number {
  const before = offsetAt(low);
  let [from, to] = [low, high];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetAt(middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

function probeOffset(format: Intl.DateTimeFormat, epoch: number): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(epoch * 1000)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() / 1000 - Math.floor(epoch);
}
