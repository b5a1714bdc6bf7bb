/** Character data of XML: references decoded, dates and numbers read. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Text as characters: character references and the five entities of XML decoded.
 * @param unknown told of an entity that XML does not know; it stays as written.
 */
export function decodeReferences(text: string, unknown?: (entity: string) => void): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[^\s;&<]{1,32});|&/g, (whole: string, name?: string) => {
    const known = name === undefined ? undefined : decodeOne(name);
    if (known === undefined) unknown?.(whole);
    return known ?? whole;
  });
}

function decodeOne(name: string): string | undefined {
  if (name.startsWith('#')) {
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
  }
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * An Atom date (RFC 3339) in epoch milliseconds; a missing zone is taken for UTC, a missing time for midnight.
 * Undefined when it is no date.
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
