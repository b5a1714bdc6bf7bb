/** A meter's own clock in words, for where it has no name. */
import type { TimeParameters } from './clock.ts';
import { type DstRule, decodeDstRule } from './dst-rules.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

/** "daylight saving of 1 h from the second Sunday of March, 02:00, to the first Sunday of November, 02:00"; undefined for none. */
export function daylightSavingInWords({ dstOffset, dstStartRule, dstEndRule }: TimeParameters): string | undefined {
  if (!dstOffset || dstStartRule === undefined || dstEndRule === undefined) return undefined;
  const [start, end] = [decodeDstRule(dstStartRule), decodeDstRule(dstEndRule)];
  if (!start.ok || !end.ok || !start.rule || !end.rule) return undefined;
  const length = dstOffset % 3600 === 0 ? `${dstOffset / 3600} h` : `${dstOffset / 60} min`;
  return `daylight saving of ${length} from ${ruleInWords(start.rule)}, to ${ruleInWords(end.rule)}`;
}

function ruleInWords({ month, day, seconds }: DstRule): string {
  const name = MONTHS[month - 1];
  const weekday = 'weekday' in day ? WEEKDAYS[day.weekday - 1] : '';
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  switch (day.kind) {
    case 'exact':
      return `${day.day} ${name}, ${clock}`;
    case 'onOrAfter':
      return `the first ${weekday} on or after ${day.day} ${name}, ${clock}`;
    case 'nth':
      return `the ${PLACES[day.nth - 1] ?? 'last'} ${weekday} of ${name}, ${clock}`;
    case 'last':
      return `the last ${weekday} of ${name}, ${clock}`;
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
