/** The event log of one workspace: its receiver, its poller, its facts, and one way into the store for all of them. */
import type { EventSettings, ReceiverView } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import type { HealthFacts } from '#shared/event-health.ts';
import type { FreshEvent, IncomingDelivery, IncomingPage } from '../engine/index.ts';
import { EventFacts } from './event-facts.ts';
import { newToken, type SettingsStore, type StoredSettings } from './event-settings.ts';
import { Gather } from './gather.ts';
import { GroupCommit } from './group-commit.ts';
import { Polling, type PollResult } from './polling/polling.ts';
import { ServiceQuestions } from './polling/service-questions.ts';
import type { EventsApi, EventsPorts } from './ports.ts';
import { Reactions } from './reactions.ts';
import { probeReceiver } from './receiving/probe.ts';
import { Receiving } from './receiving/receiving.ts';
import { type KnownGood, knownGood } from './receiving/secret-evidence.ts';

/** Deliveries in one commit, and those that may wait before more are told to come again. */
const LIMITS = { batch: 500, waiting: 10_000 };
const ARRIVALS_EVERY_MS = 250;
const HEALTH_EVERY_MS = 500;
const DAY_MS = 86_400_000;
/** A changed secret is noticed after this long. */
const SECRET_FOR_MS = 2_000;

type Incoming =
  | { kind: 'delivery'; delivery: IncomingDelivery }
  | { kind: 'page'; page: IncomingPage; cursor: string | undefined };

export class WorkspaceEvents {
  readonly receiving: Receiving;
  readonly #id: string;
  readonly #ports: EventsPorts;
  readonly #store: SettingsStore;
  readonly #commits: GroupCommit<Incoming, { fresh: FreshEvent[] }>;
  readonly #polling: Polling | undefined;
  readonly #questions: ServiceQuestions | undefined;
  readonly #reactions: Reactions;
  readonly #arrivals: Gather<number>;
  readonly #deliveries: Gather<void>;
  readonly #health: Gather<void>;
  readonly #since: number;
  #stored: StoredSettings;
  readonly #facts: EventFacts;
  #newest = 0;
  #secret: { value: Promise<string | undefined>; until: number } | undefined;
  #hasSecret = false;

  private constructor(id: string, ports: EventsPorts, store: SettingsStore, stored: StoredSettings) {
    this.#id = id;
    this.#ports = ports;
    this.#store = store;
    this.#stored = stored;
    this.#since = ports.clock.now();
    this.#commits = new GroupCommit((items) => this.#commit(items), LIMITS);
    this.#arrivals = new Gather(ARRIVALS_EVERY_MS, (counts) =>
      ports.publish('events.arrived', {
        workspace: id,
        count: counts.reduce((sum, count) => sum + count, 0),
        newest: this.#newest,
      }),
    );
    this.#deliveries = new Gather(ARRIVALS_EVERY_MS, () => ports.publish('deliveries.arrived', { workspace: id }));
    this.#health = new Gather(HEALTH_EVERY_MS, () =>
      ports.publish('events.health', { workspace: id, facts: this.health() }),
    );
    this.#facts = new EventFacts(() => this.#health.add());
    this.#reactions = new Reactions({
      rules: () => this.#stored.settings.rules,
      refresh: (areas) => ports.publish('store.changed', { workspace: id, areas }),
      sync: async (authorizations) => {
        await ports.sync(id, authorizations).catch((error: unknown) => {
          ports.log.warn('A rule could not start a sync', { workspace: id, error: String(error) });
        });
      },
    });
    this.receiving = this.#makeReceiving();
    const api = ports.api(id);
    this.#polling = api && this.#makePolling(api);
    this.#questions = api && this.#makeQuestions(api);
  }

  /** Reads settings and past, and starts what is switched on. */
  static async open(id: string, ports: EventsPorts, store: SettingsStore): Promise<WorkspaceEvents> {
    const events = new WorkspaceEvents(id, ports, store, await store.load(id));
    await events.#recall();
    await events.#startReceiver();
    events.#polling?.start();
    return events;
  }

  get settings(): EventSettings {
    return this.#stored.settings;
  }

  get hasSecret(): boolean {
    return this.#hasSecret;
  }

  /** Keeps new settings and acts on what they change. */
  async setSettings(settings: EventSettings): Promise<void> {
    const before = this.#stored.settings.receiver;
    this.#stored = { ...this.#stored, settings };
    await this.#save();
    const { receiver } = settings;
    if (receiver.enabled !== before.enabled || receiver.port !== before.port || this.receiving.state === 'failed') {
      await this.receiving.stop();
      await this.#startReceiver();
    }
    this.#polling?.hurry();
    this.#health.add();
  }

  async renewAddress(): Promise<void> {
    this.#stored = { ...this.#stored, token: newToken() };
    await this.#save();
    await this.receiving.stop();
    await this.#startReceiver();
  }

  receiverView(): ReceiverView {
    return this.receiving.view();
  }

  health(): HealthFacts {
    const { receiver, poll } = this.#stored.settings;
    const polled = this.#polling?.facts;
    return {
      ...this.#facts.get(),
      receiver: {
        state: this.receiving.state,
        error: this.receiving.view().error,
        hasSecret: this.#hasSecret,
        throughTunnel: receiver.allowedHosts.length > 0,
      },
      poll: {
        enabled: poll.enabled && this.#polling !== undefined,
        everyMs: poll.everySeconds * 1000,
        since: Math.max(this.#since, this.#facts.get().sleep?.wokeAt ?? 0),
        lastOkAt: polled?.lastOkAt,
        lastError: polled?.lastError,
        nextAt: polled?.nextAt,
        running: polled?.running ?? false,
      },
      undelivered: polled?.undelivered,
      clock: polled?.clock,
    };
  }

  /** The program stood still: whatever happened meanwhile is asked for now. */
  woke(wokeAt: number, lastedMs: number): void {
    this.#facts.slept(wokeAt, lastedMs);
    this.#ports.log.info('The program stood still', { workspace: this.#id, lastedMs });
    this.#polling?.hurry();
  }

  async pollNow(): Promise<PollResult> {
    return await this.#service().polling.poll();
  }

  /** Asks for one event and keeps it. */
  async lookup(uid: string, signal: AbortSignal): Promise<{ fresh: boolean }> {
    return await this.#service().questions.lookup(uid, signal);
  }

  /** Tells the service of each, and says how that went. */
  async markDelivered(
    uids: readonly string[],
    signal: AbortSignal,
  ): Promise<{ uid: string; ok: boolean; error?: string }[]> {
    const { questions, polling } = this.#service();
    const results = await questions.markDelivered(uids, signal);
    polling.hurry();
    return results;
  }

  /** The secret that deliveries are signed with. */
  async secret(): Promise<string | undefined> {
    const now = this.#ports.clock.now();
    if (this.#secret === undefined || this.#secret.until < now) {
      this.#secret = { value: this.#ports.webhookSecret(this.#id), until: now + SECRET_FOR_MS };
    }
    const secret = await this.#secret.value;
    if ((secret !== undefined) !== this.#hasSecret) {
      this.#hasSecret = secret !== undefined;
      this.#health.add();
    }
    return secret;
  }

  /** Ends everything; deliveries under way still get their answer. */
  async close(): Promise<void> {
    await Promise.all([this.receiving.stop(), this.#polling?.stop(), this.#questions?.confirming.stop()]);
    await this.#commits.idle();
    for (const gather of [this.#arrivals, this.#deliveries, this.#health, this.#reactions]) gather.close();
  }

  #makeReceiving(): Receiving {
    const { clock, log } = this.#ports;
    return new Receiving({
      settings: () => this.#stored.settings.receiver,
      secret: () => this.secret(),
      keep: (delivery) => this.#commits.add({ kind: 'delivery', delivery }),
      waiting: () => this.#commits.waiting,
      lastGood: () => this.#lastGood(),
      refused: (reason) => {
        this.#facts.refused(clock.now(), reason);
        log.warn('The receiver refused a request', { workspace: this.#id, reason });
      },
      badSignature: (reason) => {
        this.#facts.badSignature(clock.now(), reason);
        log.warn('A delivery could not be verified', { workspace: this.#id });
      },
      heard: () => this.#facts.heardWebhook(clock.now()),
      changed: () => this.#health?.add(),
      log,
      now: () => clock.now(),
    });
  }

  /** What a delivery that does not fit is compared with; among the newest ones, because rehearsals prove nothing. */
  async #lastGood(): Promise<KnownGood | undefined> {
    const workspace = this.#id;
    const { rows } = await this.#ports.engine.call('deliveries.list', { workspace, verdict: 'good', limit: 100 });
    const found = rows.find(({ rehearsal }) => !rehearsal);
    if (found === undefined) return undefined;
    const { headers, body } = await this.#ports.engine.call('deliveries.raw', { workspace, id: found.id });
    return knownGood(headers, body, this.#stored.settings.receiver.headerPrefix);
  }

  #makePolling(api: EventsApi): Polling {
    const { engine, clock } = this.#ports;
    return new Polling({
      clock,
      api,
      enabled: () => this.#stored.settings.poll.enabled,
      beat: async () => {
        await this.#probe();
        if (this.#isServiceSound()) this.#questions?.confirming.begin();
      },
      everyMs: () => this.#stored.settings.poll.everySeconds * 1000,
      receiverExpected: () => this.#stored.settings.receiver.enabled,
      readCursor: () => engine.call('events.cursor', { workspace: this.#id }),
      keep: async (page, cursor) => (await this.#keep({ kind: 'page', page, cursor })).fresh,
      setDelivered: async (uids, isAll) => {
        await engine.call('events.setDelivered', {
          workspace: this.#id,
          uids,
          delivered: false,
          othersDelivered: isAll,
        });
        this.#ports.publish('store.changed', { workspace: this.#id, areas: ['events'] });
      },
      changed: () => this.#health.add(),
    });
  }

  #makeQuestions(api: EventsApi): ServiceQuestions {
    return new ServiceQuestions({
      workspace: this.#id,
      api,
      ports: this.#ports,
      patienceMs: () => this.#stored.settings.poll.everySeconds * 1000,
      keep: async (page) => (await this.#keep({ kind: 'page', page, cursor: undefined })).fresh,
    });
  }

  /** After a poll that failed, a 404 says more about the address than about an event. */
  #isServiceSound(): boolean {
    const { lastOkAt = 0, lastError } = this.#polling?.facts ?? {};
    return lastError === undefined || lastError.at < lastOkAt;
  }

  #service(): { questions: ServiceQuestions; polling: Polling } {
    if (this.#questions !== undefined && this.#polling !== undefined) {
      return { questions: this.#questions, polling: this.#polling };
    }
    throw new AppError({
      code: 'no_service',
      message: 'This workspace has no service that could be asked for events.',
      action: 'Choose a workspace that is connected to a service.',
    });
  }

  async #startReceiver(): Promise<void> {
    await this.secret().catch(() => undefined);
    if (this.#stored.settings.receiver.enabled) await this.receiving.start(this.#stored.token, this.#stored.lastPort);
    const { port } = this.receiving;
    if (port !== undefined && port !== this.#stored.lastPort) {
      this.#stored = { ...this.#stored, lastPort: port };
      await this.#save();
    }
    // Not waited for: whoever is told may call the receiver first.
    this.#ports.addressed(this.#id, this.receiving.view().addresses).catch((error: unknown) => {
      this.#ports.log.warn('The address of the receiver could not be announced', {
        workspace: this.#id,
        error: String(error),
      });
    });
  }

  async #save(): Promise<void> {
    await this.#store.save(this.#id, this.#stored);
  }

  async #probe(): Promise<void> {
    await this.secret().catch(() => undefined);
    const result = await probeReceiver(this.receiving, this.#stored.settings.receiver.headerPrefix);
    this.#facts.probed(result && { at: this.#ports.clock.now(), ...result });
  }

  async #keep(item: Incoming): Promise<{ fresh: FreshEvent[] }> {
    const kept = this.#commits.add(item);
    if (kept !== undefined) return await kept;
    throw new AppError({
      code: 'events_busy',
      message: 'More events are arriving than can be stored right now.',
      action: 'Wait a moment and try again.',
    });
  }

  /** One transaction for all that came meanwhile. The last page's cursor counts: pages come one after the other. */
  async #commit(items: Incoming[]): Promise<{ fresh: FreshEvent[] }> {
    const deliveries = items.flatMap((item) => (item.kind === 'delivery' ? [item.delivery] : []));
    const pages = items.flatMap((item) => (item.kind === 'page' ? [item.page] : []));
    const cursor = items.findLast((item) => item.kind === 'page' && item.cursor !== undefined);
    const { fresh, newest } = await this.#ports.engine.call('events.commit', {
      workspace: this.#id,
      deliveries,
      pages,
      cursor: cursor?.kind === 'page' ? cursor.cursor : undefined,
    });
    this.#newest = newest;
    this.#noteArrival(deliveries, pages, fresh);
    return { fresh };
  }

  #noteArrival(deliveries: readonly IncomingDelivery[], pages: readonly IncomingPage[], fresh: FreshEvent[]): void {
    if (deliveries.length > 0) this.#deliveries.add();
    if (fresh.length === 0) return;
    this.#facts.arrived(this.#ports.clock.now(), fresh, pages[0]?.at);
    this.#arrivals.add(fresh.length);
    this.#reactions.take(fresh);
  }

  /** What the facts were before this start. */
  async #recall(): Promise<void> {
    const since = this.#ports.clock.now() - DAY_MS;
    const summary = await this.#ports.engine.call('events.summary', { workspace: this.#id, since });
    this.#newest = summary.newest;
    this.#facts.recall(summary);
  }
}
