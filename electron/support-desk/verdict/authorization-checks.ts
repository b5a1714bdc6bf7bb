/** What is expected of the authorization: that it appears, how it ends, why, and how many meters it finds. Pure. */
import { assertNever } from '#shared/errors.ts';
import type { AuthorizationOutcome } from '../catalogue.ts';
import { hasEnded, type ObservedAuthorization } from '../observation.ts';
import { errorsAmong, readReason, reasonInWords } from '../reasons.ts';
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
import { checkOrder } from './event-checks.ts';

/** All checks of the authorization; only the first one while there is none. */
export function checkAuthorization(context: Context): Check[] {
  const { expectation, seen } = context;
  const { authorization } = seen;
  const found = checkFound(context);
  if (!authorization) return [found];
  const outcome = outcomeState(context, authorization, expectation.authorization);
  const over = outcome !== 'waiting';
  const own = seen.events.filter((event) => event.meter === undefined);
  return [
    found,
    {
      id: 'authorization.outcome',
      state: outcome,
      expected: expectation.authorization,
      observed: outcomeInWords(context, authorization),
    },
    checkMeterCount(context, over),
    checkOrder(context, 'authorization.events', expectation.authorizationEvents, own),
    ...checkReason(context, authorization, over),
  ];
}

function checkFound(context: Context): Check {
  const { authorization, referral, lost, unread } = context.seen;
  const unreadable = unread?.authorizations ?? [];
  const found = authorization && !lost;
  const state = found
    ? 'pass'
    : lost
      ? unsaid(context, true)
      : unreadable.length > 0
        ? unsaid(context, false)
        : pending(context);
  return {
    id: 'authorization.created',
    state,
    expected: 'an authorization for the referral',
    observed: !authorization
      ? [
          `none for referral ${referral ?? '(none yet)'}`,
          ...unreadable.map((why) => `one that cannot be read: ${why}`),
        ].join('; ')
      : lost
        ? `authorization ${authorization.uid} was there and is no longer listed`
        : `authorization ${authorization.uid}`,
  };
}

const ENDS: ReadonlySet<string> = new Set(['updated', 'errored']);

function outcomeState(
  context: Context,
  authorization: ObservedAuthorization,
  expected: AuthorizationOutcome,
): CheckState {
  const { status } = authorization;
  if (hasEnded(authorization)) return endState(context, expected);
  if (status === undefined) return unsaid(context, true);
  switch (expected) {
    case 'updated':
    case 'errored':
      if (status === expected) return 'pass';
      // Statuses are no closed set, so an unknown one may still become the right one.
      return ENDS.has(status) ? 'fail' : pending(context);
    case 'stays pending':
    case 'waits for the customer':
      return ENDS.has(status) ? 'fail' : lasting(context);
    default:
      return assertNever(expected);
  }
}

/**
 * An authorization may end only where its meter must. The specification does not tell its status then, only which one its
 * login came to before.
 */
function endState({ expectation, seen }: Context, expected: AuthorizationOutcome): CheckState {
  const before = seen.statusBeforeEnd;
  const mayEnd = expectation.meter === 'revoked' || expectation.meter === 'expired';
  return mayEnd && (before === undefined || !ENDS.has(before) || before === expected) ? 'pass' : 'fail';
}

function outcomeInWords(context: Context, authorization: ObservedAuthorization): string {
  const { status, message } = authorization;
  const { authorization: expected } = context.expectation;
  const before = hasEnded(authorization) ? context.seen.statusBeforeEnd : undefined;
  if (before !== undefined) return `${before}, until it ${authorization.revoked ? 'was revoked' : 'expired'}`;
  const waits = expected === 'stays pending' || expected === 'waits for the customer';
  const words = status === undefined ? NOT_SAID : waits && !ENDS.has(status) ? stillPending(context, status) : status;
  return [words, message].filter(Boolean).join(': ');
}

function checkMeterCount(context: Context, over: boolean): Check {
  const { seen } = context;
  const { min, max } = context.expectation.meters;
  const count = seen.meters.length;
  const unread = seen.unread?.meters ?? [];
  const foreign = seen.foreign ?? [];
  const tooMany = max !== undefined && count > max;
  const enough = count >= min;
  const state = tooMany
    ? 'fail'
    : unread.length > 0
      ? unsaid(context, over)
      : !enough
        ? settled(context, over, 'fail')
        : foreign.length > 0
          ? 'differs'
          : 'pass';
  return {
    id: 'meters.count',
    state,
    expected: max === undefined ? `at least ${min}` : String(min),
    observed: [
      String(count),
      ...unread.map((why) => `one that cannot be read: ${why}`),
      ...(foreign.length > 0 ? [`not counted, of another authorization: ${foreign.join(', ')}`] : []),
    ].join('; '),
  };
}

/** Where the reason stands in the notes of the authorization, and that none stands there where nothing went wrong. */
function checkReason(context: Context, { notes }: ObservedAuthorization, over: boolean): Check[] {
  const { reason, intervals } = context.expectation;
  const id = 'authorization.notes';
  if (reason?.on === 'authorization') {
    const told = notes && readReason(reason, notes);
    const state: CheckState =
      told === undefined
        ? unsaid(context, over)
        : told === 'told'
          ? 'pass'
          : settled(context, over, told === 'other' ? 'differs' : 'fail');
    return [{ id, state, expected: reasonInWords(reason), observed: notesInWords(notes) }];
  }
  // Once its meters are collected, an authorization may tell of their errors too.
  if (reason !== undefined) return [];
  const errors = errorsAmong(notes ?? [], intervals === 'present');
  return errors.length === 0
    ? []
    : [{ id, state: settled(context, over, 'differs'), expected: 'no note of an error', observed: errors.join(', ') }];
}

/** Types of notes, for a person. */
export function notesInWords(notes: ObservedAuthorization['notes']): string {
  return notes === undefined ? `notes: ${NOT_SAID}` : notes.map(({ type }) => type).join(', ') || 'no notes';
}
