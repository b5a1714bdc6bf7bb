/**
 * Test submissions that go on until they know: fire, follow referral -> authorization -> meters -> collection -> events,
 * judge after every look. A run survives a restart: what matters of it is saved at each change.
 */
import type { RunStep, RunView } from '#shared/contract/scenarios.ts';
import { toErrorValue } from '#shared/errors.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { expectationOf } from './catalogue.ts';
import { follow } from './follow.ts';
import type { Observation } from './observation.ts';
import { observe, observedAuthorization } from './observe.ts';
import {
  didNotAct,
  newObservation,
  newRun,
  normalWait,
  notAdoptable,
  type RunRequest,
  step,
  UNKNOWN_OUTCOME,
  unknownScenario,
} from './run-parts.ts';
import { type Looks, sharedLooks } from './shared-looks.ts';
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

/** Errors of a look that pass by themselves: the next look asks again. */
const PATIENT_WITH = new Set([
  'network_unreachable',
  'network_timeout',
  'connection_cut',
  'rate_limited',
  'service_error',
  'service_unavailable',
  'service_timeout',
]);
const OPEN: ReadonlySet<RunView['state']> = new Set(['queued', 'firing', 'following']);
/** Between two submissions that an earlier start of the program left in the queue. */
const RESUMED_PACE_MS = 1000;

/** True when nothing more will happen to a run. */
export function isOver(run: RunView): boolean {
  return !OPEN.has(run.state);
}

export class ScenarioRuns {
  readonly #options: RunsOptions;
  readonly #looks: Looks;
  readonly #running = new Map<string, AbortController>();
  readonly #done = new Map<string, Promise<RunView>>();
  /** Runs that go on, as they were saved last; a note may have been added since their follower looked. */
  readonly #latest = new Map<string, StoredRun>();

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#looks = sharedLooks(options.api, options.lookEveryMs / 5);
  }

  /** Queues runs and fires them one after the other, at most one every `paceMs`. Answers at once. */
  async startAll(requests: readonly RunRequest[], paceMs: number): Promise<RunView[]> {
    const runs = requests.map((request) => newRun(this.#options.workspace, request, this.#options.now()));
    for (const view of runs) await this.#save({ view, observation: undefined });
    this.#enqueue(runs, paceMs);
    return runs;
  }

  /**
   * Goes on with what an earlier start of the program left. What was being fired then is `unknown`, as it may have acted;
   * what still waited in the queue was never sent, so it is fired now.
   */
  async resume(): Promise<void> {
    const queued: RunView[] = [];
    for (const stored of await this.#options.store.unfinished()) {
      const { view, observation } = stored;
      if (this.#running.has(view.id)) continue;
      if (view.state === 'queued') queued.push(view);
      else if (view.state === 'firing' || observation === undefined) {
        await this.#finish(stored, { state: 'unknown', ...UNKNOWN_OUTCOME });
      } else this.#trackFollow({ view, observation });
    }
    this.#enqueue(
      queued.sort((a, b) => a.createdAt - b.createdAt),
      RESUMED_PACE_MS,
    );
  }

  /**
   * Notes something on a run, also while it is followed.
   * @param stored reads a run that is over from the store
   */
  async annotate(id: string, note: string, stored: () => Promise<StoredRun>): Promise<void> {
    const { view, observation } = this.#latest.get(id) ?? (await stored());
    const noted = { view: { ...view, note }, observation };
    if (!isOver(view)) this.#latest.set(view.id, noted);
    await this.#save(noted);
  }

  /** Follows a run whose outcome was unknown, once the user has found the authorization that it made. */
  async adopt(stored: StoredRun, authorization: string): Promise<void> {
    const { api, now } = this.#options;
    const { items } = await api.authorizations({ uids: [authorization] });
    const found = items.find(({ uid }) => uid === authorization);
    if (!found || stored.view.state !== 'unknown') throw notAdoptable(authorization);
    const firedAt = stored.view.firedAt ?? now();
    const referral = found.referrals?.[0];
    const observation = newObservation(now(), now(), referral);
    const view: RunView = {
      ...stored.view,
      state: 'following',
      firedAt,
      finishedAt: undefined,
      reason: undefined,
      error: undefined,
      referral,
      steps: [...stored.view.steps, step(now(), 'referral', `Found by hand: authorization ${authorization}`)],
    };
    const seed: StoredRun = { view, observation: { ...observation, authorization: observedAuthorization(found) } };
    this.#trackFollow(await this.#save(seed));
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

  #enqueue(runs: readonly RunView[], paceMs: number): void {
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
  }

  #trackFollow(stored: StoredRun): void {
    const abort = new AbortController();
    this.#running.set(stored.view.id, abort);
    this.#latest.set(stored.view.id, stored);
    this.#track(stored.view.id, this.#follow(stored, abort.signal));
  }

  #track(id: string, work: Promise<RunView>): void {
    this.#done.set(id, work);
    work.catch(() => undefined).finally(() => this.#running.delete(id));
  }

  async #fireInTurn(view: RunView, turn: Promise<void>, fired: () => void, signal: AbortSignal): Promise<RunView> {
    const stored: StoredRun = { view, observation: undefined };
    try {
      await turn;
      if (signal.aborted) {
        // On close it stays in the queue, to be fired at the next start.
        if (!this.#running.has(view.id)) return view;
        return await this.#finish(stored, { state: 'cancelled' });
      }
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
    let referral: string;
    try {
      referral = await api.testSubmit(form, utility, scenario, { signal });
    } catch (thrown) {
      const error = toErrorValue(thrown);
      const failed = { ...stored, view: { ...stored.view, steps: [...steps, step(now(), 'problem', error.message)] } };
      return await this.#finish(
        failed,
        didNotAct(thrown) && !signal.aborted
          ? { state: 'refused', reason: error.message, error }
          : { state: 'unknown', ...UNKNOWN_OUTCOME, ...(signal.aborted ? {} : { error }) },
      );
    }
    fired();
    const observation = newObservation(firedAt, now(), referral);
    const following: RunView = {
      ...stored.view,
      state: 'following',
      referral,
      steps: [...steps, ...stepsBetween(undefined, observation)],
    };
    return await this.#follow(await this.#save({ view: following, observation }), signal);
  }

  async #follow(start: StoredRun, signal: AbortSignal): Promise<RunView> {
    const { lookEveryMs, sleep } = this.#options;
    const followed = await follow({
      start,
      look: (stored) => this.#look(stored, signal),
      isOver: ({ view }) => isOver(view),
      patientWith: (thrown) => PATIENT_WITH.has(toErrorValue(thrown).code),
      lookEveryMs,
      sleep,
      signal,
    });
    const { last } = followed;
    if (followed.end === 'over') return last.view;
    if (followed.end === 'given up') {
      const error = toErrorValue(followed.thrown);
      return await this.#finish(last, { state: 'fail', reason: `It could not be followed: ${error.message}`, error });
    }
    // On close the run is left as it is, to go on at the next start; a cancel by the user ends it.
    if (!this.#running.has(last.view.id)) return last.view;
    return await this.#finish(last, { state: 'cancelled' });
  }

  /** One look at the service, the collection when its time has come, and the verdict on what is known then. */
  async #look({ view, observation }: StoredRun, signal: AbortSignal): Promise<StoredRun> {
    const { limits, now } = this.#options;
    const expectation = expectationOf(view.scenario);
    if (!observation || !expectation) throw unknownScenario(view.scenario);
    let seen = await observe(this.#looks, observation, observation.collected, now, signal);
    const steps: RunStep[] = stepsBetween(observation, seen);
    const wanted = expectation.meter !== 'not collected' && seen.collected === undefined;
    if (wanted && authorizationSettled(seen) && seen.meters.length > 0) {
      const soFar = { ...view, steps: [...view.steps, ...steps] };
      const { accepted, told } = await this.#collect(soFar, seen, signal);
      // What was seen before the trigger says nothing about the collection.
      const triggered = await observe(this.#looks, seen, accepted, now, signal);
      steps.push(...told, ...stepsBetween(seen, triggered));
      seen = triggered;
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
    return { ...stored, view: await this.#finish(stored, { state: verdict.state }) };
  }

  /**
   * Triggers the historical collection once. Its intent is kept first: where nobody knows whether the service acted, it is
   * not sent again, and the events of the meters have to tell.
   */
  async #collect(
    view: RunView,
    seen: Observation,
    signal: AbortSignal,
  ): Promise<{ accepted: string[]; told: RunStep[] }> {
    const { api, now } = this.#options;
    const meters = seen.meters.map((meter) => meter.uid);
    const unknown = {
      accepted: meters,
      told: [
        step(
          now(),
          'problem',
          'It is not known whether the collection was triggered. It is not sent again; events will show',
        ),
      ],
    };
    if (seen.collecting) return unknown;
    await this.#save({ view, observation: { ...seen, collecting: true } });
    try {
      const { accepted, dropped } = await api.collectHistory(meters, undefined, { signal });
      const text = `Triggered historical collection for ${accepted.length} of ${meters.length} meters`;
      const told: RunStep[] = [step(now(), 'collection', text)];
      for (const meter of dropped)
        told.push({ ...step(now(), 'problem', 'The service dropped this meter'), object: meter });
      return { accepted, told };
    } catch (thrown) {
      if (signal.aborted || didNotAct(thrown)) throw thrown;
      return unknown;
    }
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

  async #save({ view, observation }: StoredRun): Promise<StoredRun> {
    const note = this.#latest.get(view.id)?.view.note ?? view.note;
    const stored: StoredRun = { view: note === undefined ? view : { ...view, note }, observation };
    if (isOver(view)) this.#latest.delete(view.id);
    else this.#latest.set(view.id, stored);
    await this.#options.store.save(stored);
    this.#options.onChange(stored.view);
    return stored;
  }
}
