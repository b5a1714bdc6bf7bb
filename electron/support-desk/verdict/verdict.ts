/** Expected beside observed, and what follows from it. Pure: the same facts give the same verdict. */

import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import { aspectOf, isOwnCheck } from '#shared/scenarios/check-names.ts';
import type { Expectation } from '../catalogue.ts';
import type { Observation } from '../observation.ts';
import { expectedBy, isLeftOut } from '../scenario-files/built-in.ts';
import { checkOwn } from '../scenario-files/own-checks.ts';
import { checkSteps } from '../scenario-files/step-checks.ts';
import { checkAuthorization } from './authorization-checks.ts';
import { type Check, type CheckState, type Context, DECISIVE } from './checks.ts';
import { checkForbidden, checkOthers } from './event-checks.ts';
import { checkMeter } from './meter-checks.ts';

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

/**
 * Judges a run. `fail` as soon as something can no longer come right; `pass` once everything came and nothing may follow;
 * `differs` where all went as it must and only the service's words for it are others; `unjudged` where the service did not
 * say what is needed; `superseded` where another authorization shares the meters.
 * @param now what has not come by now counts as missing, whatever patience is left
 * @param file the scenario file of the run, if it has one
 */
export function judge(
  expectation: Expectation,
  seen: Observation,
  limits: VerdictLimits,
  now = false,
  file?: ScenarioFile,
): Verdict {
  const unchangedMs = Math.max(0, seen.seenAt - seen.changedAt);
  const context: Context = {
    expectation: expectedBy(file, expectation),
    file,
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
  const builtIn = withoutEnd(context.expectation, [
    ...checkAuthorization(context),
    ...context.seen.meters.flatMap((meter) => checkMeter(context, meter)),
    checkForbidden(context),
    ...checkOthers(context),
  ]);
  const steps = checkSteps(context, !builtIn.some(isWaiting));
  const own = checkOwn(context, ![...builtIn, ...steps].some(isWaiting));
  const checks = [
    ...builtIn.filter(({ id }) => !isLeftOut(context.file, id)),
    ...leftOut(context, builtIn),
    ...steps,
    ...own,
  ];
  return { state: DECISIVE.find((one) => checks.some((check) => check.state === one)) ?? 'pass', checks };
}

const isWaiting = ({ state }: Check) => state === 'waiting';

/** What is left out is no reason for a verdict; yet while it is to come, nothing else has come to its end. */
function leftOut({ file }: Context, builtIn: readonly Check[]): Check[] {
  const waiting = builtIn.filter((check) => isLeftOut(file, check.id) && isWaiting(check)).map(({ id }) => id);
  if (waiting.length === 0) return [];
  return [
    {
      id: 'left-out',
      state: 'waiting',
      expected: 'an end of what is left out, whatever it is',
      observed: `still to come: ${waiting.join(', ')}`,
    },
  ];
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
  if (id.startsWith('steps.')) return `${aspectOf(id)}, ${expected}: ${observed}`;
  const facts = `expected ${expected}, observed ${observed}`;
  const name = isOwnCheck(id) ? `own expectation "${aspectOf(id)}"` : id;
  if (state !== 'differs') return `${name}: ${facts}`;
  return `passed, but ${!isOwnCheck(id) && id.endsWith('.notes') ? 'the reason' : name} differs: ${facts}`;
}

/** Twenty quiet seconds mean an indefinite wait; after half an hour, what has not come is missing. */
export const VERDICT_LIMITS: VerdictLimits = { quietMs: 20_000, patienceMs: 30 * 60_000 };
