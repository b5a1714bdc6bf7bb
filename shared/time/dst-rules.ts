/** The DST rules of LocalTimeParameters: 32-bit fields in hexadecimal, espi-facts section 4. */

/** When daylight saving begins or ends each year. The clock time is local: standard for the start, daylight for the end. */
export interface DstRule {
  /** 1 to 12. */
  month: number;
  /** How the day is found: an exact day, the first such weekday on or after a day, the n-th or the last of the month. */
  day:
    | { kind: 'exact'; day: number }
    | { kind: 'onOrAfter'; day: number; weekday: number }
    | { kind: 'nth'; nth: number; weekday: number }
    | { kind: 'last'; weekday: number };
  /** Seconds after local midnight. */
  seconds: number;
}

export type DecodedRule = { ok: true; rule: DstRule | undefined } | { ok: false; reason: string };

/** What a rule is where daylight saving is not used. */
export const NO_DST = 'FFFFFFFF';
/** The years 2000 to 2040 in epoch seconds: what a custodian writes that takes the field for a time. */
const EPOCH_FROM = 946_684_800;
const EPOCH_TO = 2_208_988_800;

/** Decodes a rule. `rule` is undefined where it says that daylight saving is not used; otherwise a reason for people. */
export function decodeDstRule(text: string): DecodedRule {
  const hex = text.trim().toUpperCase();
  if (hex === NO_DST) return { ok: true, rule: undefined };
  if (!/^[0-9A-F]{8}$/.test(hex)) {
    return { ok: false, reason: `the rule "${text}" is not of 8 hexadecimal digits` };
  }
  const bits = Number.parseInt(hex, 16);
  const field = (shift: number, width: number): number => Math.floor(bits / 2 ** shift) % 2 ** width;
  const seconds = field(0, 12);
  const hour = field(12, 5);
  const weekday = field(17, 3);
  const day = field(20, 5);
  const operator = field(25, 3);
  const month = field(28, 4);
  const bad = (what: string): DecodedRule => ({
    ok: false,
    reason:
      bits >= EPOCH_FROM && bits < EPOCH_TO
        ? `the rule ${hex} looks like a time in epoch seconds (${new Date(bits * 1000).toISOString().slice(0, 10)})`
        : `the rule ${hex} has ${what}`,
  });
  if (month < 1 || month > 12) return bad(`no month ${month}`);
  if (hour > 23 || seconds > 3599) return bad('a clock time that does not exist');
  const time = hour * 3600 + seconds;
  if (operator === 0) {
    if (day < 1) return bad('no day');
    return { ok: true, rule: { month, day: { kind: 'exact', day }, seconds: time } };
  }
  if (weekday < 1) return bad('no weekday');
  if (operator === 1) {
    if (day < 1) return bad('no day');
    return { ok: true, rule: { month, day: { kind: 'onOrAfter', day, weekday }, seconds: time } };
  }
  // "The second Sunday" leaves no room for a day of the month: who wrote one did not mean this rule.
  if (day !== 0) return bad('both a day of the month and a weekday of the month');
  if (operator === 7) return { ok: true, rule: { month, day: { kind: 'last', weekday }, seconds: time } };
  return { ok: true, rule: { month, day: { kind: 'nth', nth: operator - 1, weekday }, seconds: time } };
}

/** The local clock time of a rule in a year, as seconds since 1970-01-01 of that same clock. */
export function ruleTime(rule: DstRule, year: number): number {
  return Date.UTC(year, rule.month - 1, dayOfRule(rule, year)) / 1000 + rule.seconds;
}

function dayOfRule({ month, day }: DstRule, year: number): number {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  switch (day.kind) {
    case 'exact':
      return Math.min(day.day, length);
    case 'onOrAfter':
      return day.day + ((day.weekday - weekdayOf(year, month, day.day) + 7) % 7);
    case 'nth': {
      const first = 1 + ((day.weekday - weekdayOf(year, month, 1) + 7) % 7);
      const wanted = first + (day.nth - 1) * 7;
      // A fifth Sunday that the month does not have is its last one.
      return wanted > length ? wanted - 7 : wanted;
    }
    case 'last':
      return length - ((weekdayOf(year, month, length) - day.weekday + 7) % 7);
  }
}

/** Monday 1 to Sunday 7, as the schema counts. */
function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}
