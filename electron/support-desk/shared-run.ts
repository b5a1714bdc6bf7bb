/** A run as it is given to others: with what was found and asked for, and without what is secret or personal. Pure. */
import type { RequestView } from '#shared/contract/requests.ts';
import type { RunStep, RunView } from '#shared/contract/scenarios.ts';
import { runName } from '#shared/scenarios/states.ts';
import type { Observation, ObservedMeter } from './observation.ts';

export type Redact = (text: string) => string;

/** What is known of a run. */
export interface SharedRun {
  run: RunView;
  /** What was seen of it at the last look; undefined where nothing ever was. */
  seen: Pick<Observation, 'authorization' | 'meters'> | undefined;
  /** Requests that were made for it, as far as they are still known. Any order. */
  requests: readonly RequestView[];
  /** How many more of them are known: older ones, which are too many to show. */
  unshownRequests: number;
}

export interface FoundMeter extends Pick<ObservedMeter, 'uid' | 'status' | 'bills' | 'intervals'> {}

/** What is written of a run; every text that came from outside went through the redaction. */
export interface RedactedRun {
  /** Of its scenario file, or the scenario. */
  name: string;
  run: RunView;
  /** Raw objects as JSON text. */
  steps: (Omit<RunStep, 'raw'> & { raw: string | undefined })[];
  authorization: { uid: string; status: string | undefined } | undefined;
  meters: FoundMeter[];
  /** Oldest first. */
  requests: RequestView[];
  unshownRequests: number;
}

export function redactedRun({ run, seen, requests, unshownRequests }: SharedRun, redact: Redact): RedactedRun {
  const maybe = (text: string | undefined) => (text === undefined ? undefined : redact(text));
  const steps = run.steps.map(({ raw, ...step }) => ({
    ...step,
    text: redact(step.text),
    object: maybe(step.object),
    ts: maybe(step.ts),
    raw: raw === undefined ? undefined : redact(JSON.stringify(raw, null, 2)),
  }));
  const { error } = run;
  return {
    name: redact(runName(run)),
    run: {
      ...run,
      scenario: redact(run.scenario),
      utility: redact(run.utility),
      form: redact(run.form),
      referral: maybe(run.referral),
      authorization: maybe(run.authorization),
      meters: run.meters.map(redact),
      reason: maybe(run.reason),
      note: maybe(run.note),
      checks: run.checks.map(({ state, ...check }) => ({
        state,
        id: redact(check.id),
        expected: redact(check.expected),
        observed: redact(check.observed),
      })),
      error: error && { code: error.code, message: redact(error.message), action: maybe(error.action) },
    },
    steps,
    authorization: seen?.authorization && {
      uid: redact(seen.authorization.uid),
      status: maybe(seen.authorization.status),
    },
    meters: (seen?.meters ?? []).map(({ uid, status, bills, intervals }) => ({
      uid: redact(uid),
      status: maybe(status),
      bills,
      intervals,
    })),
    requests: requests
      .map((request) => ({
        ...request,
        url: redact(request.url),
        error: request.error && { ...request.error, message: redact(request.error.message) },
      }))
      .toSorted((a, b) => a.at - b.at),
    unshownRequests,
  };
}
