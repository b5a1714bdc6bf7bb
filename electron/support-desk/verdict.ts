/** Expected beside observed, and what follows from it. Pure: the same facts give the same verdict. */
import { assertNever } from '#shared/errors.ts';
import type { AuthorizationOutcome, DataExpectation, Expectation, MeterOutcome } from './catalogue.ts';
import type { Observation, ObservedEvent, ObservedMeter } from './observation.ts';

export type CheckState = 'pass' | 'fail' | 'waiting';

/** One expectation held against what was seen. */
export interface Check {
  /** Stable: `authorization.outcome`, `meters.count`, `events.order`, `meter.<uid>.bills` ... */
  id: string;
  state: CheckState;
  expected: string;
  observed: string;
}

export interface Verdict {
  state: CheckState;
  checks: Check[];
  /** For `fail`: the first expectation that does not hold; for `waiting`: what is waited for. */
  reason: string | undefined;
}

/**
 * @param quietMs how long nothing must have changed before an indefinite wait counts as seen
 * @param patienceMs after this, what did not come is a failure
 */
export interface VerdictLimits {
  quietMs: number;
  patienceMs: number;
}

/** Judges a run. `fail` as soon as something can no longer come right; `pass` once everything came and nothing may follow. */
export function judge(expectation: Expectation, seen: Observation, limits: VerdictLimits): Verdict {
  const late = seen.seenAt - seen.firedAt > limits.patienceMs;
  const quiet = seen.seenAt - seen.changedAt >= limits.quietMs;
  const context: Context = { expectation, seen, late, quiet };
  const checks = [
    checkFound(context),
    ...checkAuthorization(context),
    ...seen.meters.flatMap((meter) => checkMeter(context, meter)),
    checkForbidden(context),
    ...checkOthers(context),
  ];
  const failed = checks.find((check) => check.state === 'fail');
  const waiting = checks.find((check) => check.state === 'waiting');
  const decisive = failed ?? waiting;
  return {
    state: failed ? 'fail' : waiting ? 'waiting' : 'pass',
    checks,
    reason: decisive && `${decisive.id}: expected ${decisive.expected}, observed ${decisive.observed}`,
  };
}

/** True once the authorization part is over, so that a collection can be triggered for the meters that were found. */
export function authorizationSettled(seen: Observation): boolean {
  const status = seen.authorization?.status;
  return status === 'updated' || status === 'errored' || updateFinished(seen);
}

const updateFinished = ({ events }: Observation) =>
  events.some((event) => event.type.startsWith('authorization_update_finished_'));

/** True once the collection of a meter is over. A status alone does not tell: after the trigger it is only "usually" pending. */
const collectionFinished = ({ events }: Observation, meter: ObservedMeter) =>
  events.some((event) => event.meter === meter.uid && event.type.startsWith('meter_historical_collection_finished_'));

const ENDS: ReadonlySet<string> = new Set(['updated', 'errored']);

interface Context {
  expectation: Expectation;
  seen: Observation;
  late: boolean;
  quiet: boolean;
}

/** Not there yet: still to come, or, once patience is over, missing. */
const pending = (context: Context): CheckState => (context.late ? 'fail' : 'waiting');

function checkFound(context: Context): Check {
  const { authorization, referral } = context.seen;
  return {
    id: 'authorization.created',
    state: authorization ? 'pass' : pending(context),
    expected: 'an authorization for the referral',
    observed: authorization ? `authorization ${authorization.uid}` : `none for referral ${referral ?? '(none yet)'}`,
  };
}

function checkAuthorization(context: Context): Check[] {
  const { expectation, seen } = context;
  const { authorization } = seen;
  if (!authorization) return [];
  const outcome = outcomeState(context, expectation.authorization, authorization.status);
  const over = outcome !== 'waiting';
  const checks: Check[] = [
    {
      id: 'authorization.outcome',
      state: outcome,
      expected: expectation.authorization,
      observed: [authorization.status, authorization.message].filter(Boolean).join(': '),
    },
    checkMeterCount(context, over),
    checkOrder(
      context,
      'authorization.events',
      expectation.authorizationEvents,
      seen.events.filter((event) => event.meter === undefined),
    ),
  ];
  if (expectation.notes.length > 0) checks.push(checkNotes(context));
  return checks;
}

function outcomeState(context: Context, expected: AuthorizationOutcome, status: string): CheckState {
  const { authorization } = context.seen;
  const ended = authorization?.revoked || authorization?.expired;
  const mayEnd = context.expectation.meter === 'revoked' || context.expectation.meter === 'expired';
  if (ended) return mayEnd ? 'pass' : 'fail';
  switch (expected) {
    case 'updated':
    case 'errored':
      if (status === expected) return 'pass';
      // Statuses are no closed set, so an unknown one may still become the right one.
      return ENDS.has(status) ? 'fail' : pending(context);
    case 'stays pending':
    case 'waits for the customer':
      if (ENDS.has(status)) return 'fail';
      return context.quiet ? 'pass' : 'waiting';
    default:
      return assertNever(expected);
  }
}

function checkMeterCount(context: Context, over: boolean): Check {
  const { min, max } = context.expectation.meters;
  const count = context.seen.meters.length;
  const tooMany = max !== undefined && count > max;
  const state = tooMany ? 'fail' : count >= min ? 'pass' : over ? 'fail' : pending(context);
  return {
    id: 'meters.count',
    state,
    expected: max === undefined ? `at least ${min}` : String(min),
    observed: String(count),
  };
}

function checkNotes(context: Context): Check {
  const { seen, expectation } = context;
  const types = new Set(
    [...(seen.authorization?.notes ?? []), ...seen.meters.flatMap((meter) => meter.notes)].map((note) => note.type),
  );
  const there = expectation.notes.some((type) => types.has(type));
  return {
    id: 'notes',
    state: there ? 'pass' : pending(context),
    expected: expectation.notes.join(' or '),
    observed: [...types].join(', ') || 'no notes',
  };
}

/** Events that must come, in their order; others may stand between them. */
function checkOrder(
  context: Context,
  id: string,
  expected: Expectation['meterEvents'],
  events: ObservedEvent[],
): Check {
  const types = events.map((event) => event.type);
  let from = 0;
  for (const step of expected) {
    const wanted = typeof step === 'string' ? [step] : step;
    const at = types.findIndex((type, index) => index >= from && wanted.includes(type));
    if (at < 0) {
      const early = types.slice(0, from).some((type) => wanted.includes(type));
      return {
        id,
        state: early ? 'fail' : pending(context),
        expected: `${wanted.join(' or ')}${from > 0 ? ` after ${types[from - 1]}` : ''}`,
        observed: early ? `it came too early: ${types.join(', ')}` : types.join(', ') || 'no event',
      };
    }
    from = at + 1;
  }
  return { id, state: 'pass', expected: expected.flat().join(', '), observed: types.join(', ') || 'no event' };
}

function checkMeter(context: Context, meter: ObservedMeter): Check[] {
  const { expectation, seen } = context;
  if (expectation.meter === 'not collected') return [];
  const id = `meter.${meter.uid}`;
  if (seen.collected === undefined || !seen.collected.includes(meter.uid)) {
    return [
      {
        id: `${id}.collection`,
        state: pending(context),
        expected: 'a historical collection',
        observed: 'not triggered yet',
      },
    ];
  }
  const outcome = meterState(context, expectation.meter, meter);
  const over = outcome !== 'waiting';
  const events = seen.events.filter((event) => event.meter === meter.uid);
  return [
    {
      id: `${id}.outcome`,
      state: outcome,
      expected: expectation.meter,
      observed: [meter.status, meter.message].filter(Boolean).join(': '),
    },
    checkOrder(context, `${id}.events`, expectation.meterEvents, events),
    ...checkDataEvents(context, id, events),
    checkData(context, `${id}.bills`, expectation.bills, meter.bills, over),
    checkData(context, `${id}.intervals`, expectation.intervals, meter.intervals, over),
  ];
}

function meterState(context: Context, expected: MeterOutcome, meter: ObservedMeter): CheckState {
  const { authorization } = context.seen;
  switch (expected) {
    case 'updated':
    case 'errored':
      if (!context.late && !collectionFinished(context.seen, meter)) return 'waiting';
      return meter.status === expected ? 'pass' : meter.status === 'pending' ? pending(context) : 'fail';
    case 'revoked':
      return authorization?.revoked ? 'pass' : pending(context);
    case 'expired':
      return authorization?.expired ? 'pass' : pending(context);
    case 'stays pending':
      if (collectionFinished(context.seen, meter)) return 'fail';
      if (meter.status !== 'pending') return pending(context);
      return context.quiet ? 'pass' : 'waiting';
    case 'not collected':
      return 'pass';
    default:
      return assertNever(expected);
  }
}

function checkData(context: Context, id: string, expected: DataExpectation, count: number, over: boolean): Check {
  const observed = String(count);
  if (expected === 'any') return { id, state: 'pass', expected: 'any number', observed };
  if (expected === 'present') {
    return { id, state: count > 0 ? 'pass' : over ? 'fail' : pending(context), expected: 'some', observed };
  }
  // Revoked data is deleted, so what is there before the end proves nothing yet.
  const mayVanish = context.expectation.meter === 'revoked' && !over;
  return { id, state: count === 0 ? 'pass' : mayVanish ? pending(context) : 'fail', expected: 'none', observed };
}

function checkForbidden(context: Context): Check {
  const { expectation, seen } = context;
  const wrong = seen.events.filter((event) => expectation.forbidden.includes(event.type));
  return {
    id: 'events.forbidden',
    state: wrong.length > 0 ? 'fail' : 'pass',
    expected: `none of ${expectation.forbidden.join(', ')}`,
    observed: wrong.map((event) => event.type).join(', ') || 'none',
  };
}

/** Events that announce new data, at any time of the collection. */
function checkDataEvents(context: Context, id: string, events: ObservedEvent[]): Check[] {
  const { dataEvents } = context.expectation;
  if (dataEvents.length === 0) return [];
  const types = new Set(events.map((event) => event.type));
  const missing = dataEvents.filter((type) => !types.has(type));
  return [
    {
      id: `${id}.data-events`,
      state: missing.length === 0 ? 'pass' : pending(context),
      expected: dataEvents.join(', '),
      observed: missing.length === 0 ? dataEvents.join(', ') : `missing: ${missing.join(', ')}`,
    },
  ];
}

/** Events that nothing is said about, unknown types among them: shown, and never a failure (section 9). */
function checkOthers({ expectation, seen }: Context): Check[] {
  const { authorizationEvents, meterEvents, dataEvents, mayCome, forbidden } = expectation;
  const known = new Set([...authorizationEvents, ...meterEvents, dataEvents, mayCome, forbidden].flat());
  const others = new Set(seen.events.map((event) => event.type).filter((type) => !known.has(type)));
  if (others.size === 0) return [];
  return [{ id: 'events.others', state: 'pass', expected: 'no expectation', observed: [...others].join(', ') }];
}

/** Twenty quiet seconds tell an indefinite wait; after half an hour what did not come is missing. */
export const VERDICT_LIMITS: VerdictLimits = { quietMs: 20_000, patienceMs: 30 * 60_000 };
