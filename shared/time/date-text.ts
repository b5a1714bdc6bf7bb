/** Dates as XML writes them. */

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * An Atom date (RFC 3339) in epoch milliseconds; a missing zone is taken for UTC, a missing time for midnight.
 * Undefined when it is not a date.
 */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const check = new Date(time);
  if (Number.isNaN(time) || check.getUTCMonth() + 1 !== Number(month) || Number(hour) > 24 || Number(minute) > 59)
    return undefined;
  return time + Math.trunc(Number(`0.${fraction}`) * 1000) - zoneMinutes(zone) * 60_000;
}

function zoneMinutes(zone: string | undefined): number {
  if (!zone || zone.length < 3) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
