/**
 * Test submissions that go on until they know: fire, follow referral -> authorization -> meters -> collection -> events,
 * judge after every look. A run survives a restart: what matters of it is saved at each change.
 */
import { randomUUID } from 'node:crypto';
import type { RunStep, RunView } from '#shared/contract/scenarios.ts';
import { AppError, isAbort, toErrorValue } from '#shared/errors.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { expectationOf } from './catalogue.ts';
import type { Observation } from './observation.ts';
import { observe } from './observe.ts';
import { stepsBetween } from './timeline.ts';
import { authorizationSettled, judge, type VerdictLimits } from './verdict.ts';

/** A run as it is kept: the view, and what following it again needs. */
export interface StoredRun {
  view: RunView;
  observation: Observation | undefined;
}

/** Keeps runs; the engine's store in the program, memory on the command line. */
export interface RunStore {
  save(run: StoredRun): Promise<void>;
  /** Runs that were not over when the program ended. */
  unfinished(): Promise<StoredRun[]>;
}

export interface RunsOptions {
  workspace: string;
  api: JsonApiClient;
  store: RunStore;
  onChange: (run: RunView) => void;
  limits: VerdictLimits;
  /** Between two looks at the service, milliseconds. */
  lookEveryMs: number;
  now: () => number;
  /** Resolves after so many milliseconds, rejects with an AbortError. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What one run is asked to be. */
export interface RunRequest {
  form: string;
  utility: string;
  scenario: string;
  batch?: string | undefined;
  repeats?: string | undefined;
}

/** Errors of a look that pass by themselves: the next look asks again. */
const PATIENT_WITH = new Set([
  'network_unreachable',
  'timed_out',
  'connection_lost',
  'rate_limited',
  'service_unavailable',
]);
const OVER: ReadonlySet<RunView['state']> = new Set(['pass', 'fail', 'unknown', 'refused', 'cancelled']);
/** Looks that may fail in a row before a run gives up. */
const MAX_FAILED_LOOKS = 20;

/** True when nothing more will happen to a run. */
export function isOver(run: RunView): boolean {
  return OVER.has(run.state);
}

export class ScenarioRuns {
  readonly #options: RunsOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #done = new Map<string, Promise<RunView>>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** Queues runs and fires them one after the other, at most one every `paceMs`. Answers at once. */
  async startAll(requests: readonly RunRequest[], paceMs: number): Promise<RunView[]> {
    const runs = requests.map((request) => newRun(this.#options.workspace, request, this.#options.now()));
    for (const view of runs) await this.#save({ view, observation: undefined });
    let turn: Promise<void> = Promise.resolve();
    for (const view of runs) {
      const abort = new AbortController();
      this.#running.set(view.id, abort);
      const mine = turn;
      let fired = () => {};
      turn = new Promise<void>((resolve) => {
        fired = resolve;
      }).then(() => this.#options.sleep(paceMs, abort.signal).catch(() => undefined));
      this.#track(view.id, this.#fireInTurn(view, mine, fired, abort.signal));
    }
    return runs;
  }

  /** Goes on with what an earlier start of the program left. What was being fired then is `unknown`: it may have acted. */
  async resume(): Promise<void> {
    for (const stored of await this.#options.store.unfinished()) {
      const { view, observation } = stored;
      if (this.#running.has(view.id)) continue;
      if (view.state === 'queued') {
        await this.#finish(stored, { state: 'cancelled', reason: 'The program ended before it was fired.' });
      } else if (view.state === 'firing' || observation === undefined) {
        await this.#finish(stored, { state: 'unknown', ...UNKNOWN_OUTCOME });
      } else {
        const abort = new AbortController();
        this.#running.set(view.id, abort);
        this.#track(view.id, this.#follow({ view, observation }, abort.signal));
      }
    }
  }

  /** Stops following; the submission at the service stays what it is. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** Resolves when the run is over. */
  finished(id: string): Promise<RunView> | undefined {
    return this.#done.get(id);
  }

  /** Stops following everything; the runs go on at the next start. */
  close(): void {
    const controllers = [...this.#running.values()];
    this.#running.clear();
    for (const controller of controllers) controller.abort();
  }

  #track(id: string, work: Promise<RunView>): void {
    this.#done.set(id, work);
    work.catch(() => undefined).finally(() => this.#running.delete(id));
  }

  async #fireInTurn(view: RunView, turn: Promise<void>, fired: () => void, signal: AbortSignal): Promise<RunView> {
    const stored: StoredRun = { view, observation: undefined };
    try {
      await turn;
      if (signal.aborted) return await this.#finish(stored, { state: 'cancelled' });
      const firing = await this.#save({ ...stored, view: { ...view, state: 'firing', firedAt: this.#options.now() } });
      return await this.#fire(firing, fired, signal);
    } finally {
      fired();
    }
  }

  async #fire(stored: StoredRun, fired: () => void, signal: AbortSignal): Promise<RunView> {
    const { api, now } = this.#options;
    const { form, utility, scenario } = stored.view;
    const firedAt = stored.view.firedAt ?? now();
    const steps = [...stored.view.steps, step(firedAt, 'fired', `Sent test-submit: ${scenario} at ${utility}`)];
    try {
      const referral = await api.testSubmit(form, utility, scenario, { signal });
      fired();
      const observation: Observation = {
        firedAt,
        changedAt: now(),
        seenAt: now(),
        referral,
        authorization: undefined,
        meters: [],
        events: [],
        collected: undefined,
      };
      const following: RunView = {
        ...stored.view,
        state: 'following',
        referral,
        steps: [...steps, ...stepsBetween(undefined, observation)],
      };
      return await this.#follow(await this.#save({ view: following, observation }), signal);
    } catch (thrown) {
      if (stored.view.state !== 'firing' || signal.aborted) {
        return await this.#finish(
          { ...stored, view: { ...stored.view, steps } },
          { state: 'unknown', ...UNKNOWN_OUTCOME },
        );
      }
      const error = toErrorValue(thrown);
      const refused = didNotAct(thrown);
      return await this.#finish(
        { ...stored, view: { ...stored.view, steps: [...steps, step(now(), 'problem', error.message)] } },
        refused ? { state: 'refused', reason: error.message, error } : { state: 'unknown', ...UNKNOWN_OUTCOME, error },
      );
    }
  }

  async #follow(start: StoredRun, signal: AbortSignal): Promise<RunView> {
    const { lookEveryMs, sleep } = this.#options;
    let stored = start;
    let failedLooks = 0;
    for (;;) {
      try {
        stored = await this.#look(stored, signal);
        failedLooks = 0;
        if (isOver(stored.view)) return stored.view;
        await sleep(lookEveryMs, signal);
      } catch (thrown) {
        // On close the run is left as it is, to go on at the next start; a cancel by the user ends it.
        if (signal.aborted || isAbort(thrown)) {
          if (!this.#running.has(stored.view.id)) return stored.view;
          return await this.#finish(stored, { state: 'cancelled' });
        }
        const error = toErrorValue(thrown);
        failedLooks += 1;
        if (!PATIENT_WITH.has(error.code) || failedLooks > MAX_FAILED_LOOKS) {
          return await this.#finish(stored, {
            state: 'fail',
            reason: `It could not be followed: ${error.message}`,
            error,
          });
        }
        await sleep(lookEveryMs, signal).catch(() => undefined);
      }
    }
  }

  /** One look at the service, the collection when its time has come, and the verdict on what is known then. */
  async #look({ view, observation }: StoredRun, signal: AbortSignal): Promise<StoredRun> {
    const { api, limits, now } = this.#options;
    const expectation = expectationOf(view.scenario);
    if (!observation || !expectation) throw unknownScenario(view.scenario);
    const seen = await observe(api, observation, observation.collected, now, signal);
    const steps: RunStep[] = stepsBetween(observation, seen);
    const wanted = expectation.meter !== 'not collected' && seen.collected === undefined;
    if (wanted && authorizationSettled(seen) && seen.meters.length > 0) {
      const meters = seen.meters.map((meter) => meter.uid);
      const { accepted, dropped } = await api.collectHistory(meters, undefined, { signal });
      seen.collected = accepted;
      steps.push(
        step(now(), 'collection', `Triggered historical collection for ${accepted.length} of ${meters.length} meters`),
      );
      for (const meter of dropped)
        steps.push({ ...step(now(), 'problem', 'The service dropped this meter'), object: meter });
    }
    const verdict = judge(expectation, seen, limits);
    const next: RunView = {
      ...view,
      authorization: seen.authorization?.uid,
      meters: seen.meters.map((meter) => meter.uid),
      checks: verdict.checks,
      reason: verdict.reason,
      normally: verdict.state === 'waiting' ? normalWait(seen) : undefined,
      steps: [...view.steps, ...steps],
    };
    const stored: StoredRun = { view: next, observation: seen };
    if (verdict.state === 'waiting') return steps.length > 0 ? await this.#save(stored) : stored;
    await this.#finish(stored, { state: verdict.state });
    return { ...stored, view: { ...next, state: verdict.state } };
  }

  async #finish(stored: StoredRun, change: Partial<RunView>): Promise<RunView> {
    const finishedAt = this.#options.now();
    const state = change.state ?? stored.view.state;
    const view: RunView = {
      ...stored.view,
      normally: undefined,
      ...change,
      finishedAt,
      steps: [
        ...stored.view.steps,
        step(finishedAt, 'verdict', change.reason ?? stored.view.reason ?? `Verdict: ${state}`),
      ],
    };
    await this.#save({ ...stored, view });
    return view;
  }

  async #save(stored: StoredRun): Promise<StoredRun> {
    await this.#options.store.save(stored);
    this.#options.onChange(stored.view);
    return stored;
  }
}

const UNKNOWN_OUTCOME = {
  reason:
    'Nobody knows whether the service acted on this submission, so it was not sent again. Look in the authorizations for a new test authorization before you fire it once more.',
} as const;

/** True for answers that say that nothing was created: a 4xx, or a refusal before anything was sent. */
function didNotAct(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const status = thrown.details?.status;
  return typeof status === 'number' ? status >= 400 && status < 500 : thrown.code === 'token_missing';
}

/** What is usual for the kind of wait that is going on, from the specification and the notes. */
function normalWait(seen: Observation): string {
  const eta = [...seen.meters.flatMap((meter) => meter.notes), ...(seen.authorization?.notes ?? [])].findLast(
    (note) => note.eta,
  )?.eta;
  if (eta !== undefined) return `The service expects to go on at ${eta}.`;
  if (!seen.authorization) return 'An authorization usually appears within seconds.';
  if (!authorizationSettled(seen)) return 'A login usually takes seconds to a few minutes.';
  return 'A collection usually takes minutes; at the real service it can take hours.';
}

function unknownScenario(scenario: string): AppError {
  return new AppError({
    code: 'scenario_unknown',
    message: `Nothing is known about what "${scenario}" must lead to.`,
    action: 'Choose a scenario of the catalogue.',
  });
}

function step(seenAt: number, kind: RunStep['kind'], text: string): RunStep {
  return { seenAt, kind, text };
}

function newRun(workspace: string, request: RunRequest, now: number): RunView {
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
  };
}
