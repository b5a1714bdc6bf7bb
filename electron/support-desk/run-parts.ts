/** The small pure parts of a run: how it begins, what an error means for it, how long a wait usually is. */
import { randomUUID } from 'node:crypto';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { RunStep, RunView } from '#shared/contract/scenarios.ts';
import { AppError, type ErrorValue, toErrorValue } from '#shared/errors.ts';
import type { ApiAuthorization } from '../jsonapi/index.ts';
import { authorizationSettled, type Observation } from './observation.ts';
import { observedAuthorization } from './observe.ts';

/** What one run is asked to be. */
export interface RunRequest {
  form: string;
  utility: string;
  scenario: string;
  batch?: string | undefined;
  repeats?: string | undefined;
  /** The file that says what to do and what to expect; undefined for what the catalogue says. */
  file?: ScenarioFile | undefined;
}

/** Why an outcome is unknown, and how to find it out. */
export const UNKNOWN_OUTCOME = {
  reason:
    'It is not known whether the service acted on this submission, so it was not sent again. Look for its authorization among the newest test authorizations of the service before you fire it once more.',
} as const;

/**
 * What is usual for the kind of wait that is going on, from the specification and the notes.
 * @param quietMs where an indefinite wait is all that has to be proven
 */
export function normalWait(seen: Observation, quietMs: number | undefined): string {
  if (quietMs !== undefined)
    return `Once nothing has changed for ${Math.ceil(quietMs / 1000)} s, the wait counts as seen.`;
  const eta = [...seen.meters.flatMap((meter) => meter.notes ?? []), ...(seen.authorization?.notes ?? [])].findLast(
    (note) => note.eta,
  )?.eta;
  if (eta !== undefined) return `The service expects to continue at ${eta}.`;
  if (!seen.authorization) return 'An authorization usually appears within seconds.';
  if (!authorizationSettled(seen)) return 'A login usually takes seconds to a few minutes.';
  return 'A collection usually takes minutes; at the real service it can take hours.';
}

export function unknownScenario(scenario: string): AppError {
  return new AppError({
    code: 'scenario_unknown',
    message: `It is not known what "${scenario}" should lead to.`,
    action: 'Choose a scenario of the catalogue.',
  });
}

export function step(seenAt: number, kind: RunStep['kind'], text: string): RunStep {
  return { seenAt, kind, text };
}

export function newRun(workspace: string, request: RunRequest, now: number): RunView {
  return {
    id: randomUUID(),
    workspace,
    batch: request.batch,
    scenario: request.scenario,
    utility: request.utility,
    form: request.form,
    state: 'queued',
    createdAt: now,
    meters: [],
    checks: [],
    steps: [],
    repeats: request.repeats,
    file: request.file,
  };
}

export function notAdoptable(authorization: string): AppError {
  return new AppError({
    code: 'not_adoptable',
    message: `Authorization ${authorization} cannot be followed: the service does not list it, or the outcome of this run is known.`,
    action: 'Check the newest test authorizations again.',
  });
}

/** What is known right after a submission. Times are epoch milliseconds. */
export function newObservation(firedAt: number, now: number, referral: string | undefined): Observation {
  return {
    firedAt,
    changedAt: now,
    seenAt: now,
    referral,
    authorization: undefined,
    meters: [],
    events: [],
    collected: undefined,
  };
}

/** A run whose follower gave up for an error: it says nothing about the service, and can be followed again. */
export function notFollowed(error: ErrorValue): Pick<RunView, 'state' | 'reason' | 'error'> {
  return { state: 'unjudged', reason: `It could not be followed: ${error.message}`, error };
}

/** For a service that begins anew with each start of the program: uids that it gave before may mean something else by now. */
export function begunAnew(what: string, action: string): AppError {
  return new AppError({
    code: 'service_begun_anew',
    message: `The service of the demo began anew with the program, and has forgotten ${what}.`,
    action,
  });
}

/** A submission that its service has forgotten: nothing can be said of it any more. */
export function runForgotten(): AppError {
  return begunAnew('this submission', 'Fire the scenario again.');
}

export function notFollowable(): AppError {
  return new AppError({
    code: 'not_followable',
    message: 'Only a run that could not be judged, or that was stopped, can be followed again.',
    action: 'Fire the scenario again.',
  });
}

/** Errors of a look that pass by themselves: the next look asks again. */
const PASSING = new Set([
  'unexpected_answer',
  'answer_cut',
  'bad_http',
  'network_unreachable',
  'proxy_failed',
  'network_timeout',
  'connection_cut',
  'rate_limited',
  'service_error',
  'service_unavailable',
  'service_timeout',
]);

export function passesByItself(thrown: unknown): boolean {
  return PASSING.has(toErrorValue(thrown).code);
}

/** A run as it goes on with the authorization that turned out to be its own. */
export function adopted(run: RunView, found: ApiAuthorization, now: number): Followed {
  const referral = found.referrals?.[0];
  const told = step(now, 'referral', `Found by hand: authorization ${found.uid}`);
  return {
    view: { ...goingOn(run, told), firedAt: run.firedAt ?? now, referral },
    observation: { ...newObservation(now, now, referral), authorization: observedAuthorization(found) },
  };
}

/** A run as it goes on after it could not be judged: with patience anew; a trigger that was refused is sent again. */
export function followedAgain(run: RunView, seen: Observation, now: number): Followed {
  const { refusal, ...known } = seen;
  const { progress: _steps, ...before } = known;
  const again = refusal === undefined ? known : { ...before, collected: undefined, collecting: false };
  return { view: goingOn(run, step(now, 'fired', 'Followed again')), observation: { ...again, patientSince: now } };
}

interface Followed {
  view: RunView;
  observation: Observation;
}

function goingOn(run: RunView, told: RunStep): RunView {
  return {
    ...run,
    state: 'following',
    finishedAt: undefined,
    reason: undefined,
    error: undefined,
    steps: [...run.steps, told],
  };
}
