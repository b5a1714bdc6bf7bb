/** What is expected of each meter once it is collected: how that ends, its data, why it went wrong. Pure. */
import { assertNever } from '#shared/errors.ts';
import type { DataExpectation, MeterOutcome } from '../catalogue.ts';
import type { Observation, ObservedMeter, Sharing } from '../observation.ts';
import { errorsAmong, readReason, reasonInWords } from '../reasons.ts';
import {
  FOUND_LATER,
  firstCollectionOf,
  hasFinished,
  hasStarted,
  isFoundLater,
  progressOf,
  TRIGGER_UNKNOWN,
  triggerDoubt,
  triggerFault,
} from '../scenario-files/progress.ts';
import { notesInWords } from './authorization-checks.ts';
import {
  type Check,
  type CheckState,
  type Context,
  lasting,
  NOT_SAID,
  pending,
  settled,
  stillPending,
  unsaid,
} from './checks.ts';
import { checkDataEvents, checkOrder } from './event-checks.ts';

/** All checks of one meter; none where nothing is collected. */
export function checkMeter(context: Context, meter: ObservedMeter): Check[] {
  if (context.expectation.meter === 'not collected') return [];
  const sharing = context.seen.sharing?.find((one) => one.meter === meter.uid);
  const taken = sharing && takenBy(context, meter, sharing);
  if (taken) return [taken];
  const checks = isFollowed(context.seen, meter) ? checkCollected(context, meter) : [checkTrigger(context, meter)];
  if (!sharing) return checks;
  // What another authorization did to the meter cannot be told apart from what this one did.
  return checks.map((check) =>
    check.state === 'fail'
      ? {
          ...check,
          state: 'superseded',
          observed: `${check.observed}; authorization ${sharing.authorization} shares this meter`,
        }
      : check,
  );
}

/** The collection of a shared meter that started under the other authorization, and not under this one. */
function takenBy(context: Context, meter: ObservedMeter, sharing: Sharing): Check | undefined {
  const { seen, late, quiet } = context;
  const may =
    seen.collected !== undefined && !hasStarted(seen.events, meter.uid) && (late || (quiet && sharing.started));
  if (!may) return undefined;
  return {
    id: `meter.${meter.uid}.collection`,
    state: 'superseded',
    expected: 'a historical collection under this authorization',
    observed: `authorization ${sharing.authorization} shares this meter, and it was collected there`,
  };
}

/** What the catalogue expects is expected of the first collection of the meter; where it was found later, of one that started. */
function isFollowed(seen: Observation, { uid }: ObservedMeter): boolean {
  const isTaken = seen.collected?.includes(uid) || isFoundLater(seen, uid);
  return isTaken && triggerDoubt(seen, { number: firstCollectionOf(seen, uid) ?? 0, meter: uid }) === undefined;
}

function checkTrigger(context: Context, { uid }: ObservedMeter): Check {
  const { collected, authorization } = context.seen;
  const first = progressOf(context.seen).collections[firstCollectionOf(context.seen, uid) ?? 0];
  const doubt = triggerFault(first) ?? (isFoundLater(context.seen, uid) ? FOUND_LATER : undefined);
  const statusMissing = collected === undefined && authorization?.status === undefined;
  const untold = collected === undefined ? 'not triggered yet' : 'the service left this meter out';
  return {
    id: `meter.${uid}.collection`,
    // A collection of which nobody knows may still start hours later.
    state: doubt !== undefined || statusMissing ? unsaid(context, doubt !== TRIGGER_UNKNOWN) : pending(context),
    expected: 'a historical collection',
    observed: doubt ?? untold,
  };
}

function checkCollected(context: Context, meter: ObservedMeter): Check[] {
  const { expectation, seen } = context;
  const id = `meter.${meter.uid}`;
  const outcome = meterState(context, expectation.meter, meter);
  const over = outcome !== 'waiting';
  const events = seen.events.filter((event) => event.meter === meter.uid);
  return [
    { id: `${id}.outcome`, state: outcome, expected: expectation.meter, observed: outcomeInWords(context, meter) },
    checkOrder(context, `${id}.events`, expectation.meterEvents, events),
    ...checkDataEvents(context, id, events),
    checkData(context, `${id}.bills`, expectation.bills, meter.bills, over),
    checkData(context, `${id}.intervals`, expectation.intervals, meter.intervals, over),
    ...checkReason(context, `${id}.notes`, meter, over),
  ];
}

function meterState(context: Context, expected: MeterOutcome, meter: ObservedMeter): CheckState {
  const { seen, late } = context;
  const ended = (flag: boolean | undefined) =>
    flag === undefined ? unsaid(context, false) : flag ? 'pass' : pending(context);
  switch (expected) {
    case 'updated':
    case 'errored':
      // A status alone does not tell: after the trigger it is only "usually" pending.
      if (!late && !hasFinished(seen.events, meter.uid)) return 'waiting';
      if (meter.status === undefined) return unsaid(context, true);
      return meter.status === expected ? 'pass' : meter.status === 'pending' ? pending(context) : 'fail';
    case 'revoked':
      return ended(seen.authorization?.revoked);
    case 'expired':
      return ended(seen.authorization?.expired);
    case 'stays pending':
      if (hasFinished(seen.events, meter.uid)) return 'fail';
      if (meter.status === undefined) return unsaid(context, true);
      return meter.status === 'pending' ? lasting(context) : pending(context);
    case 'not collected':
      return 'pass';
    default:
      return assertNever(expected);
  }
}

function outcomeInWords(context: Context, { status, message }: ObservedMeter): string {
  const { expectation, seen } = context;
  const { meter: expected } = expectation;
  const flag = expected === 'revoked' ? seen.authorization?.revoked : seen.authorization?.expired;
  const flagged = expected === 'revoked' || expected === 'expired' ? flagInWords(expected, flag) : undefined;
  const waits = expected === 'stays pending' && status === 'pending';
  const words = status === undefined ? `status ${NOT_SAID}` : waits ? stillPending(context, status) : status;
  return [flagged, [words, message].filter(Boolean).join(': ')].filter(Boolean).join('; meter ');
}

function flagInWords(how: 'revoked' | 'expired', flag: boolean | undefined): string {
  return flag === undefined ? `is_${how} ${NOT_SAID}` : flag ? how : `not ${how}`;
}

function checkData(
  context: Context,
  id: string,
  expected: DataExpectation,
  count: number | undefined,
  over: boolean,
): Check {
  const words = { any: 'any number', present: 'some', absent: 'none' }[expected];
  const check = (state: CheckState): Check => ({
    id,
    state,
    expected: words,
    observed: count === undefined ? NOT_SAID : String(count),
  });
  if (expected === 'any') return check('pass');
  if (count === undefined) return check(unsaid(context, over));
  if (expected === 'present') return check(count > 0 ? 'pass' : settled(context, over, 'fail'));
  // Revoked data is deleted, so what is there before the end proves nothing yet.
  const mayVanish = context.expectation.meter === 'revoked';
  return check(count === 0 ? 'pass' : mayVanish ? settled(context, over, 'fail') : 'fail');
}

/** Section 6.1 sends to the notes of the meter; where only those of the authorization tell it, the reason differs. */
function checkReason(context: Context, id: string, { notes }: ObservedMeter, over: boolean): Check[] {
  const { reason, intervals } = context.expectation;
  if (reason?.on === 'meters') {
    const onAuthorization = readReason(reason, context.seen.authorization?.notes ?? []) === 'told';
    const told = notes && readReason(reason, notes);
    const elsewhere = told === 'wrong' && onAuthorization;
    const state: CheckState =
      told === undefined
        ? unsaid(context, over)
        : told === 'told'
          ? 'pass'
          : settled(context, over, told === 'other' || elsewhere ? 'differs' : 'fail');
    const observed = `${notesInWords(notes)}${elsewhere ? '; told by the authorization only' : ''}`;
    return [{ id, state, expected: reasonInWords(reason), observed }];
  }
  const errors = reason === undefined ? errorsAmong(notes ?? [], intervals === 'present') : [];
  return errors.length === 0
    ? []
    : [{ id, state: settled(context, over, 'differs'), expected: 'no note of an error', observed: errors.join(', ') }];
}
