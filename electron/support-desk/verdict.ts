/** Expected beside observed, and what follows from it. Pure: the same facts give the same verdict. */
import { checkAuthorization } from './authorization-checks.ts';
import type { Expectation } from './catalogue.ts';
import type { Check, CheckState, Context } from './checks.ts';
import { checkForbidden, checkOthers } from './event-checks.ts';
import { checkMeter } from './meter-checks.ts';
import type { Observation } from './observation.ts';

export interface Verdict {
  state: CheckState;
  checks: Check[];
  /** The first expectation that decides: what does not hold, differs or could not be judged, or what is waited for. */
  reason: string | undefined;
  /** Where only an indefinite wait has to be proven: how long nothing must change, milliseconds. */
  quietMs: number | undefined;
}

/**
 * @param quietMs how long nothing must have changed before an indefinite wait counts as seen
 * @param patienceMs after this, what did not come is a failure
 */
export interface VerdictLimits {
  quietMs: number;
  patienceMs: number;
}

/** The first of these that some check has is the verdict. */
const DECISIVE: readonly CheckState[] = ['fail', 'waiting', 'superseded', 'unjudged', 'differs'];

/**
 * Judges a run. `fail` as soon as something can no longer come right; `pass` once everything came and nothing may follow;
 * `differs` where all went as it must and only the service's words for it are others; `unjudged` where the service did not
 * say what is needed; `superseded` where another authorization shares the meters.
 * @param now what has not come by now counts as missing, whatever patience is left
 */
export function judge(expectation: Expectation, seen: Observation, limits: VerdictLimits, now = false): Verdict {
  const unchangedMs = Math.max(0, seen.seenAt - seen.changedAt);
  const context: Context = {
    expectation,
    seen,
    late: now || seen.seenAt - (seen.patientSince ?? seen.firedAt) > limits.patienceMs,
    quiet: unchangedMs >= limits.quietMs,
    quietFor: `${Math.floor(unchangedMs / 1000)} of ${Math.ceil(limits.quietMs / 1000)} s`,
  };
  const { state, checks } = conclude(context);
  const decisive = state === 'pass' ? undefined : checks.find((check) => check.state === state);
  const needsQuiet = state === 'waiting' && conclude({ ...context, quiet: true }).state !== 'waiting';
  return {
    state,
    checks,
    reason: decisive && inWords(decisive),
    quietMs: needsQuiet ? limits.quietMs : undefined,
  };
}

function conclude(context: Context): Pick<Verdict, 'state' | 'checks'> {
  const checks = withoutEnd(context.expectation, [
    ...checkAuthorization(context),
    ...context.seen.meters.flatMap((meter) => checkMeter(context, meter)),
    checkForbidden(context),
    ...checkOthers(context),
  ]);
  return { state: DECISIVE.find((one) => checks.some((check) => check.state === one)) ?? 'pass', checks };
}

/**
 * An authorization ends with the collection of its meter. Where it is not known whether that came to pass, or it went to
 * another authorization, nothing can be concluded from an end that does not come.
 */
function withoutEnd({ meter }: Expectation, checks: Check[]): Check[] {
  if (meter !== 'revoked' && meter !== 'expired') return checks;
  const collection = checks.find(
    ({ id, state }) =>
      (state === 'superseded' || state === 'unjudged') && (id === 'meters.count' || id.endsWith('.collection')),
  );
  if (!collection) return checks;
  return checks.map((check) =>
    check.id === 'authorization.events' && (check.state === 'waiting' || check.state === 'fail')
      ? { ...check, state: collection.state }
      : check,
  );
}

function inWords({ id, state, expected, observed }: Check): string {
  const facts = `expected ${expected}, observed ${observed}`;
  if (state !== 'differs') return `${id}: ${facts}`;
  return `passed, but ${id.endsWith('.notes') ? 'the reason' : id} differs: ${facts}`;
}

/** True once the authorization part is over, so that a collection can be triggered for the meters that were found. */
export function authorizationSettled(seen: Observation): boolean {
  const status = seen.authorization?.status;
  const finished = seen.events.some((event) => event.type.startsWith('authorization_update_finished_'));
  return status === 'updated' || status === 'errored' || finished;
}

/** Twenty quiet seconds mean an indefinite wait; after half an hour, what has not come is missing. */
export const VERDICT_LIMITS: VerdictLimits = { quietMs: 20_000, patienceMs: 30 * 60_000 };
