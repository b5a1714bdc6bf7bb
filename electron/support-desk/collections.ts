/**
 * Historical collections: one request for any meters, the answer held against what was asked, and progress of each meter
 * from its events until it ended. Survives a restart.
 */
import { randomUUID } from 'node:crypto';
import type { CollectedMeter, CollectionView, MeterPlan } from '#shared/contract/collections.ts';
import { toErrorValue } from '#shared/errors.ts';
import { groupBy } from '#shared/group.ts';
import { didNotAct, StoppedWaiting } from '../http/index.ts';
import {
  type ApiAuthorization,
  type ApiMeter,
  type CallOptions,
  type JsonApiClient,
  pageWalk,
} from '../jsonapi/index.ts';
import { type EventsBefore, eventsBefore, eventsReader } from './collection-events.ts';
import { isOfCollection, meterProgress, outcomeOf, planOf } from './collection-progress.ts';
import { follow } from './follow.ts';
import { begunAnew } from './run-parts.ts';

/** A collection as it is kept. */
export interface StoredCollection extends EventsBefore {
  view: CollectionView;
  /** The trigger was not sent yet, so the service has surely not acted. */
  unsent?: true;
  /** The service said which meters it took, or its meters showed it later: it has surely acted. */
  answered?: true;
  /** The service that was asked, see `CollectionsOptions.service`. */
  service?: string | undefined;
}

export interface CollectionStore {
  save(collection: StoredCollection): Promise<void>;
  unfinished(): Promise<StoredCollection[]>;
}

export interface CollectionsOptions {
  workspace: string;
  api: JsonApiClient;
  /** Names a service that keeps nothing over a start of the program; undefined for one that goes on. */
  service?: string | undefined;
  store: CollectionStore;
  onChange: (collection: CollectionView) => void;
  /** The user's name on this computer, for the history. */
  by: string;
  lookEveryMs: number;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Uids that go into one query string. */
const QUERY_UIDS = 50;

const NOT_SENT: CollectionView['error'] = {
  code: 'not_sent',
  message: 'The program ended before the request was sent, so nothing was triggered.',
  action: 'Collect these meters again.',
};

const NOTHING_YET =
  'Nothing is to be seen of it yet: since then no meter has started a collection, or begun to wait for one. The service either did not act, or is not that far, so look again later.';

const CUT =
  'No meter has started a collection in the newest events, but these could not be read back to the trigger, so it is not known whether the service acted. Look at the events of the meters before you trigger it again.';

const FORGOTTEN = begunAnew('this collection', 'Collect these meters again.').toValue();

/** What its requests are made for. */
function aboutOf({ id }: CollectionView): CallOptions['about'] {
  return { kind: 'collection', id };
}

export class HistoricalCollections {
  readonly #options: CollectionsOptions;
  readonly #running = new Map<string, AbortController>();

  constructor(options: CollectionsOptions) {
    this.#options = options;
  }

  /** What would happen to each meter. @throws AppError of the JSON API */
  async preview(meters: readonly string[], months: number | undefined): Promise<MeterPlan[]> {
    return await this.#plans(meters, months);
  }

  async #plans(meters: readonly string[], months: number | undefined, options?: CallOptions): Promise<MeterPlan[]> {
    const { byUid, authorizations } = await this.#lookUp(meters, options);
    return meters.map((uid) => {
      const meter = byUid.get(uid);
      return planOf(uid, meter, authorizations.get(meter?.authorization_uid ?? ''), months);
    });
  }

  /**
   * Triggers the collection and follows it. It is kept before the service is asked anything, as that may have to wait. The
   * refusals of the service (400, 402, 404) end it as `refused` and are thrown too, so that the dialog can show them.
   */
  async start(meters: readonly string[], months: number | undefined): Promise<CollectionView> {
    const { workspace, by, now, service } = this.#options;
    const view: CollectionView = {
      id: randomUUID(),
      workspace,
      state: 'starting',
      createdAt: now(),
      by,
      months,
      asked: [...meters],
      meters: [],
    };
    let starting = await this.#save({ view, earlier: [], unsent: true, service });
    const abort = new AbortController();
    this.#running.set(view.id, abort);
    try {
      starting = await this.#save({ ...(await this.#baseline(view, abort.signal)), service });
      return await this.#trigger(starting, abort.signal);
    } catch (thrown) {
      // On close it stays open: the next start tells what became of it.
      if (!abort.signal.aborted || this.#running.has(view.id)) await this.#failed(starting, thrown);
      else if (thrown instanceof StoppedWaiting) await this.#save({ ...starting, unsent: true });
      throw thrown;
    } finally {
      if (this.#running.get(view.id) === abort) this.#running.delete(view.id);
    }
  }

  /** What each meter has, and which events there are, before anything is triggered. */
  async #baseline(view: CollectionView, signal: AbortSignal): Promise<StoredCollection> {
    const options = { signal, about: aboutOf(view) };
    const { byUid } = await this.#lookUp(view.asked, options);
    const before = await eventsBefore(this.#options.api, view.asked, options);
    const meters = view.asked.map((uid) => startingPoint(uid, byUid.get(uid)));
    return { view: { ...view, meters }, ...before };
  }

  async #trigger(starting: StoredCollection, signal: AbortSignal): Promise<CollectionView> {
    const { view } = starting;
    const { accepted, months } = await this.#options.api.collectHistory(view.asked, view.months, {
      signal,
      about: aboutOf(view),
    });
    const taken = new Set(accepted);
    const following: CollectionView = {
      ...view,
      state: 'following',
      answeredMonths: months,
      meters: view.meters.map((meter) => (taken.has(meter.uid) ? meter : { ...meter, state: 'dropped' as const })),
    };
    const stored = await this.#save({ ...starting, view: following, answered: true });
    this.#track(stored);
    return stored.view;
  }

  /** Nothing was triggered, or nobody knows. */
  async #failed(starting: StoredCollection, thrown: unknown): Promise<void> {
    const error = toErrorValue(thrown);
    if (!starting.unsent && !didNotAct(thrown)) await this.#finish(starting, 'unknown', error);
    else await this.#finish(starting, isGivenUp(thrown) ? 'cancelled' : 'refused', error);
  }

  /** Goes on with what an earlier start of the program left. */
  async resume(): Promise<void> {
    for (const stored of await this.#options.store.unfinished()) {
      if (this.#running.has(stored.view.id)) continue;
      if (stored.unsent) await this.#finish(stored, 'cancelled', NOT_SENT);
      else if (this.#isForgotten(stored)) await this.#finish(stored, 'cancelled', FORGOTTEN);
      else if (stored.view.state === 'following') this.#track(stored);
      else {
        await this.#finish(stored, 'unknown', {
          code: 'outcome_unknown',
          message:
            'The program ended while the request was under way, so it is not known whether the service acted on it.',
          action: 'Look at the events of the meters before you trigger it again.',
        });
      }
    }
  }

  /**
   * Finds out from the meters' later events whether a trigger of unknown outcome acted, and follows it from there; one that
   * was answered is followed again. What the service has forgotten is over.
   */
  async findOut(stored: StoredCollection): Promise<{ acted: boolean; text: string }> {
    const { view } = stored;
    if (view.state !== 'unknown') return { acted: view.state !== 'refused', text: 'Its outcome is known.' };
    if (this.#isForgotten(stored)) {
      await this.#finish(stored, 'cancelled', FORGOTTEN);
      return { acted: false, text: FORGOTTEN.message };
    }
    if (wasAnswered(stored)) {
      this.#track(await this.#save({ ...stored, view: followingAgain(view) }));
      return { acted: true, text: 'The service acted, and is asked again how far each meter is.' };
    }
    const abort = new AbortController();
    this.#running.set(view.id, abort);
    try {
      return await this.#findOutFromEvents(stored, abort.signal);
    } finally {
      // It may be followed by now.
      if (this.#running.get(view.id) === abort) this.#running.delete(view.id);
    }
  }

  async #findOutFromEvents(stored: StoredCollection, signal: AbortSignal): Promise<{ acted: boolean; text: string }> {
    const { view } = stored;
    const options = { signal, about: aboutOf(view) };
    const { events, cut } = await eventsReader(this.#options.api, view.asked, stored)(options);
    const plans = await this.#plans(view.asked, view.months, options);
    const told = new Set(events.filter(isOfCollection).map((event) => event.meter_uid));
    // A meter may stand in line for hours before its first event; until then only its status tells.
    const wasIdle = new Set(view.meters.filter(({ status }) => status && status !== 'pending').map(({ uid }) => uid));
    const acted = plans.filter(({ uid, status }) => told.has(uid) || (status === 'pending' && wasIdle.has(uid)));
    if (acted.length === 0) return { acted: false, text: cut ? CUT : NOTHING_YET };
    // Only those that cannot be collected were left out.
    const leftOut = new Set(
      plans
        .filter((one) => (one.plan === 'drop' || one.plan === 'missing') && !acted.includes(one))
        .map(({ uid }) => uid),
    );
    const meters = view.meters.map((meter) =>
      leftOut.has(meter.uid) ? { ...meter, state: 'dropped' as const } : meter,
    );
    signal.throwIfAborted();
    this.#track(await this.#save({ ...stored, view: { ...followingAgain(view), meters }, answered: true }));
    const count = `${acted.length} of ${view.asked.length} meters`;
    return { acted: true, text: `The service acted: ${count} have started, or begun to wait for their turn.` };
  }

  #isForgotten({ service }: StoredCollection): boolean {
    return service !== this.#options.service;
  }

  /** Stops following; the service goes on collecting. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  close(): void {
    const controllers = [...this.#running.values()];
    this.#running.clear();
    for (const controller of controllers) controller.abort();
  }

  #track(stored: StoredCollection): void {
    const abort = new AbortController();
    this.#running.set(stored.view.id, abort);
    this.#follow(stored, abort.signal)
      .catch(() => undefined)
      .finally(() => this.#running.delete(stored.view.id));
  }

  async #follow(start: StoredCollection, signal: AbortSignal): Promise<void> {
    const { api, lookEveryMs, sleep } = this.#options;
    const readEvents = eventsReader(api, start.view.asked, start);
    const authorizations = new Map<string, ApiAuthorization>();
    const followed = await follow({
      start,
      look: async (stored) => {
        const seen = await this.#look(stored, readEvents, authorizations, signal);
        const outcome = outcomeOf(seen.view.meters);
        return outcome === undefined ? seen : await this.#finish(seen, outcome);
      },
      isOver: ({ view }) => view.finishedAt !== undefined,
      patientWith: (thrown) => !isGivenUp(thrown),
      lookEveryMs,
      sleep,
      signal,
    });
    const { last } = followed;
    // The service may well have collected: what could not be read says nothing about that, and can be looked at again.
    if (followed.end === 'given up') await this.#finish(last, 'unknown', toErrorValue(followed.thrown));
    // On close it is left as it is, to go on at the next start.
    if (followed.end === 'stopped' && this.#running.has(last.view.id)) await this.#finish(last, 'cancelled');
  }

  /** @param before authorizations as the look before saw them: what came before the end of one is among the events by now */
  async #look(
    stored: StoredCollection,
    readEvents: ReturnType<typeof eventsReader>,
    before: Map<string, ApiAuthorization>,
    signal: AbortSignal,
  ): Promise<StoredCollection> {
    const { view } = stored;
    const options = { signal, about: aboutOf(view) };
    // Events first: what one of them tells has happened to the meters that are read after it.
    const { events } = await readEvents(options);
    const known = view.meters.map(({ authorization }) => authorization);
    const { byUid, authorizations } = await this.#lookUp(view.asked, options, known);
    const ofMeter = groupBy(events, (event) => event.meter_uid);
    const meters = view.meters.map((meter) => {
      const listed = byUid.get(meter.uid);
      const authorization = before.get(listed?.authorization_uid ?? meter.authorization ?? '');
      return meterProgress(meter, listed, ofMeter.get(meter.uid) ?? [], authorization);
    });
    for (const [uid, authorization] of authorizations) before.set(uid, authorization);
    const next: StoredCollection = { ...stored, view: { ...view, meters } };
    return JSON.stringify(meters) === JSON.stringify(view.meters) ? next : await this.#save(next);
  }

  /** @param known authorizations that are read though their meters may not be listed any more */
  async #lookUp(uids: readonly string[], options: CallOptions = {}, known: readonly (string | undefined)[] = []) {
    const { api } = this.#options;
    const byUid = new Map<string, ApiMeter>();
    for (const some of chunks(uids)) {
      const following = pageWalk();
      let page = await api.meters({ uids: some }, options);
      for (;;) {
        for (const meter of page.items) byUid.set(meter.uid, meter);
        const next = following(
          page.next,
          page.items.map(({ uid }) => uid),
        );
        if (next === undefined) break;
        page = await api.meters({ next }, options);
      }
    }
    const authorizations = new Map<string, ApiAuthorization>();
    const named = [...byUid.values()].map((meter) => meter.authorization_uid);
    const wanted = new Set([...known, ...named].filter((uid) => uid != null));
    for (const some of chunks([...wanted])) {
      const { items } = await api.authorizations({ uids: some }, options);
      for (const authorization of items) authorizations.set(authorization.uid, authorization);
    }
    return { byUid, authorizations };
  }

  async #finish(
    stored: StoredCollection,
    state: CollectionView['state'],
    error?: CollectionView['error'],
  ): Promise<StoredCollection> {
    return await this.#save({ ...stored, view: { ...stored.view, state, error, finishedAt: this.#options.now() } });
  }

  async #save(stored: StoredCollection): Promise<StoredCollection> {
    await this.#options.store.save(stored);
    this.#options.onChange(stored.view);
    return stored;
  }
}

/** Older versions kept only what the answer said; as long as there is none, all meters are pending. */
function wasAnswered({ answered, view }: StoredCollection): boolean {
  return answered ?? (view.answeredMonths !== undefined || view.meters.some(({ state }) => state !== 'pending'));
}

function followingAgain(view: CollectionView): CollectionView {
  return { ...view, state: 'following', error: undefined, finishedAt: undefined };
}

/** A person ended the wait, or all of it. */
function isGivenUp(thrown: unknown): boolean {
  return ['wait_cancelled', 'cancelled'].includes(toErrorValue(thrown).code);
}

function startingPoint(uid: string, meter: ApiMeter | undefined): CollectedMeter {
  const bills = meter?.bill_count ?? undefined;
  const intervals = meter?.interval_count ?? undefined;
  return {
    uid,
    authorization: meter?.authorization_uid ?? undefined,
    state: 'pending',
    status: meter?.status ?? undefined,
    billsBefore: bills,
    bills,
    intervalsBefore: intervals,
    intervals,
    events: [],
  };
}

function* chunks(uids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < uids.length; start += QUERY_UIDS) yield uids.slice(start, start + QUERY_UIDS);
}
