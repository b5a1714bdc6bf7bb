/** One look at a run: what the service says by now, the collection once its time has come, and the verdict on both. */
import type { RunStep, RunView } from '#shared/contract/scenarios.ts';
import { AppError } from '#shared/errors.ts';
import { didNotAct } from '../http/index.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { expectationOf } from './catalogue.ts';
import type { Observation, TriggeredCollection } from './observation.ts';
import { observe } from './observe.ts';
import { normalWait, step, unknownScenario } from './run-parts.ts';
import { limitsOf } from './scenario-files/export.ts';
import {
  dueCollection,
  knownEvents,
  passWaits,
  stepsAfter,
  waitEnds,
  withCollection,
} from './scenario-files/progress.ts';
import type { Looks } from './shared-looks.ts';
import { stepsBetween } from './timeline.ts';
import { judge, type Verdict, type VerdictLimits } from './verdict/verdict.ts';

export interface LookOptions {
  api: JsonApiClient;
  looks: Looks;
  limits: VerdictLimits;
  now: () => number;
  /** Keeps what is about to be done, before it is done, and what came of it. */
  save: (view: RunView, observation: Observation) => Promise<unknown>;
  /** What has not come by now counts as missing. */
  judgeNow: boolean;
}

export interface LookedAt {
  view: RunView;
  observation: Observation;
  verdict: Verdict;
}

/** @throws AppError of the JSON API */
export async function lookAtRun(
  { view, observation }: { view: RunView; observation: Observation | undefined },
  options: LookOptions,
  signal: AbortSignal,
): Promise<LookedAt> {
  const { looks, now, save, judgeNow } = options;
  const { file } = view;
  const limits = limitsOf(file, options.limits);
  const expectation = expectationOf(view.scenario);
  if (!observation || !expectation) throw unknownScenario(view.scenario);
  const plan = stepsAfter(file, expectation);
  let seen = passWaits(plan, await observe(looks, observation, observation.collected, now, signal));
  const steps: RunStep[] = stepsBetween(observation, seen);
  const found = { authorization: seen.authorization?.uid, meters: seen.meters.map((meter) => meter.uid) };
  const soFar = () => ({ ...view, ...found, steps: [...view.steps, ...steps] });
  const due = dueCollection(plan, seen);
  if (due) {
    const { told, ...came } = await collect(soFar(), seen, due.months, options, signal);
    const triggered = withCollection(seen, came, now());
    steps.push(...told);
    // Kept before anything else can fail: what the service took is not sent again.
    await save(soFar(), triggered);
    // What was seen before the trigger says nothing about the collection.
    seen = await observe(looks, triggered, triggered.collected, now, signal);
    steps.push(...stepsBetween(triggered, seen));
  }
  const verdict = judge(expectation, seen, limits, judgeNow, file);
  const waits = verdict.state === 'waiting';
  return {
    view: {
      ...view,
      authorization: seen.authorization?.uid,
      meters: seen.meters.map((meter) => meter.uid),
      checks: verdict.checks,
      reason: verdict.reason,
      normally: waits ? normalWait(seen, verdict.quietMs) : undefined,
      patientUntil: waits
        ? Math.min((seen.patientSince ?? seen.firedAt) + limits.patienceMs, waitEnds(plan, seen) ?? Infinity)
        : undefined,
      steps: [...view.steps, ...steps],
    },
    observation: seen,
    verdict,
  };
}

interface Collected extends Pick<TriggeredCollection, 'accepted' | 'refusal' | 'unsure'> {
  told: RunStep[];
}

/**
 * Triggers a historical collection once. Its intent is kept first: where nobody knows whether the service acted, it is
 * not sent again, and the events of the meters have to tell.
 */
async function collect(
  view: RunView,
  seen: Observation,
  months: number | undefined,
  { api, now, save }: LookOptions,
  signal: AbortSignal,
): Promise<Collected> {
  const meters = seen.meters.map((meter) => meter.uid);
  const problem = (text: string): RunStep[] => [step(now(), 'problem', text)];
  const unknown: Collected = {
    accepted: meters,
    unsure: true,
    told: problem('It is not known whether the collection was triggered. It is not sent again; events will show'),
  };
  if (seen.collecting) return unknown;
  await save(view, { ...seen, collecting: true, knownBefore: knownEvents(seen) });
  try {
    const { accepted, dropped } = await api.collectHistory(meters, months, {
      signal,
      about: { kind: 'run', id: view.id },
    });
    const text = `Triggered historical collection for ${accepted.length} of ${meters.length} meters`;
    const told: RunStep[] = [step(now(), 'collection', text)];
    for (const meter of dropped)
      told.push({ ...step(now(), 'problem', 'The service dropped this meter'), object: meter });
    return { accepted, told };
  } catch (thrown) {
    // A run that shares the meters may have collected them, and so ended the authorization, a moment before.
    if (!signal.aborted && thrown instanceof AppError && thrown.code === 'expired_or_revoked')
      return { accepted: meters, refusal: thrown.message, told: problem(thrown.message) };
    // It may be sent again.
    if (didNotAct(thrown)) await save(view, seen);
    else if (!signal.aborted) return unknown;
    throw thrown;
  }
}
