/**
 * Test submissions that go on until they know: fire, follow referral -> authorization -> meters -> collection -> events,
 * judge after every look. A run survives a restart: what matters of it is saved at each change.
 */
import type { RunView } from '#shared/contract/scenarios.ts';
import { toErrorValue } from '#shared/errors.ts';
import { untilAborted } from '#shared/until-aborted.ts';
import { didNotAct, StoppedWaiting } from '../http/index.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { follow } from './follow.ts';
import { type LaneHolder, Lanes, laneWords } from './lanes.ts';
import type { Observation } from './observation.ts';
import { lookAtRun } from './run-look.ts';
import {
  adopted,
  followedAgain,
  newObservation,
  newRun,
  notAdoptable,
  notFollowable,
  notFollowed,
  passesByItself,
  type RunRequest,
  runForgotten,
  step,
  UNKNOWN_OUTCOME,
} from './run-parts.ts';
import { isOver, RunRecords, type RunStore, type StoredRun } from './run-records.ts';
import { type Looks, sharedLooks } from './shared-looks.ts';
import { stepsBetween } from './timeline.ts';
import { type TakeTurn, turns } from './turns.ts';
import type { VerdictLimits } from './verdict/verdict.ts';

export interface RunsOptions {
  workspace: string;
  api: JsonApiClient;
  /** Names a service that keeps nothing over a start of the program; undefined for one that goes on. */
  service?: string | undefined;
  store: RunStore;
  onChange: (run: RunView) => void;
  /** Asked at each look: they may be changed while a run is followed. */
  limits: () => VerdictLimits | Promise<VerdictLimits>;
  /** Between two looks at the service, milliseconds. */
  lookEveryMs: number;
  now: () => number;
  /** Resolves after `ms` milliseconds, rejects with an AbortError. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Between two submissions that an earlier start of the program left in the queue. */
const RESUMED_PACE_MS = 1000;

export class ScenarioRuns {
  readonly #options: RunsOptions;
  readonly #records: RunRecords;
  readonly #looks: Looks;
  readonly #running = new Map<string, AbortController>();
  readonly #done = new Map<string, Promise<RunView>>();
  /** Runs that are judged at their next look. */
  readonly #judgeNow = new Set<string>();
  /** The run that made an authorization. */
  readonly #makers = new Map<string, string>();
  readonly #lanes = new Lanes();

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#records = new RunRecords(options);
    this.#looks = sharedLooks(options.api, options.lookEveryMs / 5);
  }

  /** Queues runs and fires them one after the other, at most one every `paceMs`. Answers at once. */
  async startAll(requests: readonly RunRequest[], paceMs: number): Promise<RunView[]> {
    const runs = requests.map((request) => newRun(this.#options.workspace, request, this.#options.now()));
    for (const view of runs) await this.#records.save({ view, observation: undefined });
    this.#enqueue(runs, paceMs);
    return runs;
  }

  /**
   * Goes on with what an earlier start of the program left. What was being fired then is `unknown`, as it may have acted;
   * what still waited in the queue was never sent, so it is fired now. What the service has forgotten cannot be judged.
   */
  async resume(): Promise<void> {
    const queued: RunView[] = [];
    for (const stored of await this.#records.unfinished()) {
      const { view, observation } = stored;
      if (this.#running.has(view.id)) continue;
      if (view.state === 'queued') queued.push(view);
      else if (view.state === 'firing' || observation === undefined) {
        await this.#records.finish(stored, { state: 'unknown', ...UNKNOWN_OUTCOME });
      } else if (this.#isForgotten(observation)) {
        const error = runForgotten().toValue();
        await this.#records.finish(stored, { state: 'unjudged', reason: error.message, error });
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
    await this.#records.annotate(id, note, stored);
  }

  /** Follows a run whose outcome was unknown, once the user has found the authorization that it made. */
  async adopt(stored: StoredRun, authorization: string): Promise<void> {
    const { api, now, service } = this.#options;
    const { items } = await api.authorizations({ uids: [authorization] });
    const found = items.find(({ uid }) => uid === authorization);
    if (!found || stored.view.state !== 'unknown') throw notAdoptable(authorization);
    const { view, observation } = adopted(stored.view, found, now());
    this.#trackFollow(await this.#records.save({ view, observation: { ...observation, service } }));
  }

  /**
   * Goes on with a run that could not be judged, or that was stopped, with patience anew.
   * @throws AppError `not_followable`, or `service_begun_anew` where the service has forgotten it
   */
  async followAgain({ view, observation }: StoredRun): Promise<void> {
    const followable = (view.state === 'unjudged' || view.state === 'cancelled') && !this.#records.latest(view.id);
    if (!followable || !observation) throw notFollowable();
    if (this.#isForgotten(observation)) throw runForgotten();
    this.#trackFollow(await this.#records.save(followedAgain(view, observation, this.#options.now())));
  }

  #isForgotten(observation: Observation): boolean {
    return observation.service !== this.#options.service;
  }

  /** At the next look what has not come counts as missing. */
  judgeNow(id: string): void {
    if (this.#running.has(id)) this.#judgeNow.add(id);
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
    const takeTurn = turns(paceMs, this.#options.sleep);
    for (const view of runs) {
      const abort = new AbortController();
      this.#track(view, abort, (before) => this.#fireInTurn(view, before, takeTurn, abort.signal));
    }
  }

  #trackFollow(stored: StoredRun): void {
    const abort = new AbortController();
    this.#records.goesOn(stored);
    this.#track(stored.view, abort, () => this.#follow(stored, abort.signal));
  }

  #track(view: RunView, abort: AbortController, work: (before: LaneHolder | undefined) => Promise<RunView>): void {
    const { id } = view;
    this.#running.set(id, abort);
    const done = this.#lanes.join(view, work);
    this.#done.set(id, done);
    done
      .catch(() => undefined)
      .finally(() => {
        // It may be followed again by now.
        if (this.#running.get(id) === abort) this.#running.delete(id);
        this.#judgeNow.delete(id);
      });
  }

  async #fireInTurn(
    view: RunView,
    before: LaneHolder | undefined,
    takeTurn: TakeTurn,
    signal: AbortSignal,
  ): Promise<RunView> {
    let stored: StoredRun = { view, observation: undefined };
    if (before) {
      stored = await this.#records.save({ ...stored, view: { ...view, reason: laneWords(view), otherRun: before.id } });
      await untilAborted(before.over, signal).catch(() => undefined);
    }
    const fired = await takeTurn(signal);
    try {
      if (signal.aborted) return await this.#notFired(stored);
      // What an earlier start of the program left in the queue may still say what it waited for then.
      const cleared: RunView = { ...view, reason: undefined, otherRun: undefined };
      const firing: RunView = { ...cleared, state: 'firing', firedAt: this.#options.now() };
      return await this.#fire(await this.#records.save({ ...stored, view: firing }), fired, signal);
    } finally {
      fired();
    }
  }

  /** A run was stopped before it was sent. On close it stays in the queue, to be fired at the next start. */
  async #notFired(queued: StoredRun): Promise<RunView> {
    if (!this.#running.has(queued.view.id)) return queued.view;
    return await this.#records.finish(queued, { state: 'cancelled', reason: undefined });
  }

  async #fire(stored: StoredRun, fired: () => void, signal: AbortSignal): Promise<RunView> {
    const { api, now, service } = this.#options;
    const { form, utility, scenario } = stored.view;
    const firedAt = stored.view.firedAt ?? now();
    const steps = [...stored.view.steps, step(firedAt, 'fired', `Sent test-submit: ${scenario} at ${utility}`)];
    let referral: string;
    try {
      referral = await api.testSubmit(form, utility, scenario, { signal, about: { kind: 'run', id: stored.view.id } });
    } catch (thrown) {
      if (thrown instanceof StoppedWaiting) {
        const queued: RunView = { ...stored.view, state: 'queued', firedAt: undefined };
        return await this.#notFired(await this.#records.save({ ...stored, view: queued }));
      }
      const error = toErrorValue(thrown);
      const failed = { ...stored, view: { ...stored.view, steps: [...steps, step(now(), 'problem', error.message)] } };
      return await this.#records.finish(
        failed,
        didNotAct(thrown) && !signal.aborted
          ? { state: 'refused', reason: error.message, error }
          : { state: 'unknown', ...UNKNOWN_OUTCOME, ...(signal.aborted ? {} : { error }) },
      );
    }
    fired();
    const observation = { ...newObservation(firedAt, now(), referral), service };
    const following: RunView = {
      ...stored.view,
      state: 'following',
      referral,
      steps: [...steps, ...stepsBetween(undefined, observation)],
    };
    return await this.#follow(await this.#records.save({ view: following, observation }), signal);
  }

  async #follow(start: StoredRun, signal: AbortSignal): Promise<RunView> {
    const { lookEveryMs, sleep } = this.#options;
    const followed = await follow({
      start,
      look: (stored, kept) => this.#look(stored, kept, signal),
      isOver: ({ view }) => isOver(view),
      patientWith: passesByItself,
      lookEveryMs,
      sleep,
      signal,
    });
    const { last } = followed;
    if (followed.end === 'over') return last.view;
    if (followed.end === 'given up') {
      return await this.#records.finish(last, notFollowed(toErrorValue(followed.thrown)));
    }
    // On close the run is left as it is, to go on at the next start; a cancel by the user ends it.
    if (!this.#running.has(last.view.id)) return last.view;
    return await this.#records.finish(last, { state: 'cancelled' });
  }

  async #look(stored: StoredRun, kept: (soFar: StoredRun) => void, signal: AbortSignal): Promise<StoredRun> {
    const { id } = stored.view;
    const { api, limits, now } = this.#options;
    const judgeNow = this.#judgeNow.has(id);
    const { view, observation, verdict } = await lookAtRun(
      stored,
      {
        api,
        looks: this.#looks,
        limits: await limits(),
        now,
        save: async (soFar, seen) => kept(await this.#records.save({ view: soFar, observation: seen })),
        judgeNow,
      },
      signal,
    );
    const next: StoredRun = { view, observation };
    if (view.authorization) this.#makers.set(view.authorization, id);
    if (verdict.state === 'waiting') {
      if (view.steps.length > stored.view.steps.length) return await this.#records.save(next);
      if (view.reason !== stored.view.reason) this.#records.show(next);
      return next;
    }
    const reason = judgeNow && verdict.reason ? `judged by hand: ${verdict.reason}` : verdict.reason;
    const by = verdict.state === 'superseded' ? observation.sharing?.[0]?.authorization : undefined;
    const otherRun = by === undefined ? undefined : this.#makers.get(by);
    return { ...next, view: await this.#records.finish(next, { state: verdict.state, reason, otherRun }) };
  }
}
