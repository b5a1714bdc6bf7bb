/** The own expectations of a scenario file, held against what was seen. Pure. */
import type { OwnExpectation } from '#shared/contract/scenario-files.ts';
import type { ObservedMeter } from '../observation.ts';
import { notesInWords } from '../verdict/authorization-checks.ts';
import { type Check, type Context, NOT_SAID } from '../verdict/checks.ts';
import { type Held, type Judging, notSaid, notYet, ofMeters } from './judging.ts';
import { checkOwnEvents } from './own-events.ts';
import { valueAt, valueInWords } from './value.ts';
import { ownInWords } from './words.ts';

/** @param over nothing else of the run is waited for */
export function checkOwn(context: Context, over: boolean): Check[] {
  return (context.file?.expectations?.own ?? []).map((own) => {
    const judging: Judging = { context, over, wrong: own.otherwise ?? 'fail' };
    const { state, observed } = judgeOwn(judging, own);
    return { id: `own.${own.name}`, expected: ownInWords(own), state, observed };
  });
}

function judgeOwn(judging: Judging, { events, notes, meters, value, bills, intervals }: OwnExpectation): Held {
  if (events) return checkOwnEvents(judging, events);
  if (notes) return checkNotes(judging, notes);
  if (meters) return checkCount(judging, meters);
  if (value) return checkValue(judging, value);
  return ofMeters(judging, 'each meter', (meter) =>
    bills ? checkData(judging, bills, meter, 'bill') : checkData(judging, intervals ?? {}, meter, 'interval'),
  );
}

function checkNotes(judging: Judging, { of, types, none }: NonNullable<OwnExpectation['notes']>): Held {
  const judge = (notes: ObservedMeter['notes']): Held => {
    if (notes === undefined) return notSaid(judging, notesInWords(notes));
    const told = new Set(notes.map(({ type }) => type));
    const holds = (types?.some((type) => told.has(type)) ?? true) && !none?.some((type) => told.has(type));
    return holds ? { state: 'pass', observed: notesInWords(notes) } : notYet(judging, notesInWords(notes));
  };
  if (of !== 'authorization') return ofMeters(judging, of, (meter) => judge(meter.notes));
  const { authorization } = judging.context.seen;
  return authorization ? judge(authorization.notes) : notYet(judging, 'no authorization');
}

function checkCount(judging: Judging, range: NonNullable<OwnExpectation['meters']>): Held {
  const { meters, unread } = judging.context.seen;
  const unreadable = unread?.meters ?? [];
  const observed = [String(meters.length), ...unreadable.map((why) => `one that cannot be read: ${why}`)].join('; ');
  if (unreadable.length > 0) return notSaid(judging, observed);
  return isWithin(meters.length, range) ? { state: 'pass', observed } : notYet(judging, observed);
}

function checkValue(judging: Judging, test: NonNullable<OwnExpectation['value']>): Held {
  const judge = (raw: unknown): Held => {
    const found = valueAt(raw, test.path);
    const isSaid = found !== undefined && found !== null;
    if (test.said === false)
      return isSaid ? notYet(judging, valueInWords(found)) : { state: 'pass', observed: NOT_SAID };
    const mayBeNull = found === null && (test.equals === null || test.oneOf?.includes(null));
    if (!isSaid && !mayBeNull) {
      return test.said ? notYet(judging, NOT_SAID) : notSaid(judging, NOT_SAID);
    }
    return holds(found, test) ? { state: 'pass', observed: valueInWords(found) } : notYet(judging, valueInWords(found));
  };
  if (test.of !== 'authorization') return ofMeters(judging, test.of, (meter) => judge(meter.raw));
  const { authorization } = judging.context.seen;
  return authorization ? judge(authorization.raw) : notYet(judging, 'no authorization');
}

function holds(found: unknown, { equals, oneOf, matches, ...range }: NonNullable<OwnExpectation['value']>): boolean {
  const isBounded = range.atLeast !== undefined || range.atMost !== undefined;
  return (
    (equals === undefined || found === equals) &&
    (oneOf === undefined || oneOf.some((one) => one === found)) &&
    (matches === undefined || (typeof found === 'string' && new RegExp(matches, 'u').test(found))) &&
    (!isBounded || (typeof found === 'number' && isWithin(found, range)))
  );
}

const DAY_MS = 86_400_000;

function checkData(
  judging: Judging,
  { count, days }: NonNullable<OwnExpectation['bills']>,
  meter: ObservedMeter,
  what: 'bill' | 'interval',
): Held {
  const found = what === 'bill' ? meter.bills : meter.intervals;
  const covered = days && daysCovered(valueAt(meter.raw, `${what}_coverage`));
  const observed = [
    count && `${found ?? `count ${NOT_SAID}`}${found === undefined ? '' : ` ${what}s`}`,
    days && (covered === undefined ? `${what}_coverage ${NOT_SAID}` : `${Math.round(covered * 10) / 10} days`),
  ]
    .filter(Boolean)
    .join(', ');
  if ((count && found === undefined) || (days && covered === undefined)) return notSaid(judging, observed);
  const isRight = (!count || isWithin(found ?? 0, count)) && (!days || isWithin(covered ?? 0, days));
  const isTooMuch = (found ?? 0) > (count?.atMost ?? Infinity) || (covered ?? 0) > (days?.atMost ?? Infinity);
  return isRight ? { state: 'pass', observed } : { ...notYet(judging, observed), isTooMuch };
}

/** Days that [from, to] pairs cover together; undefined where they cannot be read. */
function daysCovered(coverage: unknown): number | undefined {
  if (!Array.isArray(coverage)) return undefined;
  const spans = coverage.map((pair: unknown) =>
    Array.isArray(pair) ? Date.parse(String(pair[1])) - Date.parse(String(pair[0])) : Number.NaN,
  );
  const sum = spans.reduce((total, span) => total + span, 0);
  return Number.isNaN(sum) ? undefined : sum / DAY_MS;
}

function isWithin(number: number, { atLeast, atMost }: { atLeast?: number | undefined; atMost?: number | undefined }) {
  return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity);
}
