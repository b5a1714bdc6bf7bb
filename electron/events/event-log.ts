/** The event log of one workspace, shared by receiving and polling: keeps events, notifies windows, holds the facts. */
import type { EndpointRehearsal } from '#shared/contract/endpoint-rehearsal.ts';
import type { EventSettings, Forward, HealthFacts } from '#shared/contract/events.ts';
import type { StoreArea } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { Throttle } from '#shared/throttle.ts';
import type { FreshEvent, IncomingDelivery, IncomingPage } from '../engine/index.ts';
import type { Clock } from '../http/index.ts';
import { EventFacts } from './event-facts.ts';
import type { SettingsStore, StoredSettings } from './event-settings.ts';
import { GroupCommit } from './group-commit.ts';
import type { EventsPorts } from './ports.ts';
import { Reactions } from './reactions.ts';
import { type KnownGood, knownGood } from './receiving/secret-evidence.ts';

/** Items in one commit, and items that may wait before senders are asked to come again later. */
const LIMITS = { batch: 500, waiting: 10_000 };
const ARRIVALS_EVERY_MS = 250;
const HEALTH_EVERY_MS = 500;
const DAY_MS = 86_400_000;
/** The clock of a service is taken from its answers, which may be slow, and computers are off by seconds. */
const CLOCK_SLACK_MS = 60_000;
/** A secret is read again after this long, so that a changed one is noticed. */
const SECRET_FOR_MS = 2_000;

type Incoming =
  | { kind: 'delivery'; delivery: IncomingDelivery }
  | { kind: 'page'; page: IncomingPage; cursor: string | undefined };

export class EventLog {
  readonly workspace: string;
  readonly clock: Clock;
  readonly facts: EventFacts;
  readonly #ports: EventsPorts;
  readonly #store: SettingsStore;
  readonly #commits: GroupCommit<Incoming, { fresh: FreshEvent[] }>;
  readonly #reactions: Reactions;
  readonly #arrivals: Throttle<number>;
  readonly #deliveries: Throttle<void>;
  readonly #health: Throttle<void>;
  readonly #openedAt: number;
  readonly #canPoll: boolean;
  #stored: StoredSettings;
  #newest = 0;
  #deliveriesKept = 0;
  #delivered: (id: number, delivery: IncomingDelivery) => void = () => undefined;
  #secret: { value: Promise<string | undefined>; until: number } | undefined;

  private constructor(workspace: string, ports: EventsPorts, store: SettingsStore, stored: StoredSettings) {
    this.workspace = workspace;
    this.clock = ports.clock;
    this.#ports = ports;
    this.#store = store;
    this.#stored = stored;
    this.#openedAt = ports.clock.now();
    this.#canPoll = ports.api(workspace) !== undefined;
    this.#commits = new GroupCommit((items) => this.#commit(items), LIMITS);
    this.#arrivals = new Throttle(ARRIVALS_EVERY_MS, (counts) => {
      const count = counts.reduce((sum, one) => sum + one, 0);
      ports.publish('events.arrived', { workspace, count, newest: this.#newest });
    });
    this.#deliveries = new Throttle(ARRIVALS_EVERY_MS, () => ports.publish('deliveries.arrived', { workspace }));
    this.#health = new Throttle(HEALTH_EVERY_MS, () =>
      ports.publish('events.health', { workspace, facts: this.health() }),
    );
    this.facts = new EventFacts(() => this.#health.add());
    this.#reactions = new Reactions({
      rules: () => this.settings.rules,
      refresh: (areas) => this.notifyChanged(areas),
      sync: async (authorizations) => {
        await ports
          .sync(workspace, authorizations)
          .catch((error: unknown) => this.warn('A rule could not start a sync', { error: String(error) }));
      },
    });
  }

  /** Reads the settings and what the store remembers. Rejects where the store cannot be opened. */
  static async open(workspace: string, ports: EventsPorts, store: SettingsStore): Promise<EventLog> {
    const log = new EventLog(workspace, ports, store, await store.load(workspace));
    const since = ports.clock.now() - DAY_MS;
    const { newest, total: _, ...remembered } = await ports.engine.call('events.summary', { workspace, since });
    log.#newest = newest;
    log.facts.set(remembered);
    return log;
  }

  get settings(): EventSettings {
    return this.#stored.settings;
  }

  /** Where the receiver listens: the secret end of its path, and the port that it had last. */
  get address(): Pick<StoredSettings, 'token' | 'lastPort'> {
    return this.#stored;
  }

  /** How endpoints of one's own did in rehearsals, the newest first. */
  get endpoints(): readonly EndpointRehearsal[] {
    return this.#stored.endpoints ?? [];
  }

  /** Milliseconds from the start of one poll to the next. */
  get pollEveryMs(): number {
    return this.settings.poll.everySeconds * 1000;
  }

  /** Keeps changed settings, or a changed address. */
  async save(change: Partial<StoredSettings>): Promise<void> {
    this.#stored = { ...this.#stored, ...change };
    await this.#store.save(this.workspace, this.#stored);
    this.#health.add();
  }

  /** The secret that deliveries are signed with. */
  async secret(): Promise<string | undefined> {
    const now = this.clock.now();
    if (this.#secret === undefined || this.#secret.until < now) {
      this.#secret = { value: this.#ports.webhookSecret(this.workspace), until: now + SECRET_FOR_MS };
    }
    const secret = await this.#secret.value;
    const hasSecret = secret !== undefined;
    if (hasSecret !== this.facts.get().receiver.hasSecret) this.facts.setReceiver({ hasSecret });
    return secret;
  }

  health(): HealthFacts {
    const { receiver, poll } = this.settings;
    const facts = this.facts.get();
    return {
      ...facts,
      receiver: { ...facts.receiver, throughTunnel: receiver.allowedHosts.length > 0 },
      poll: {
        ...facts.poll,
        enabled: poll.enabled && this.#canPoll,
        everyMs: this.pollEveryMs,
        since: Math.max(this.#openedAt, facts.sleep?.wokeAt ?? 0),
      },
    };
  }

  /** Deliveries that were kept since the program was started. Each may say of an event that it was delivered. */
  get deliveriesKept(): number {
    return this.#deliveriesKept;
  }

  /** Items that wait to be kept. */
  get waiting(): number {
    return this.#commits.waiting;
  }

  /** Resolves when it is on disk; undefined when too much waits already. Rejects when it could not be stored. */
  keepDelivery(delivery: IncomingDelivery): Promise<unknown> | undefined {
    return this.#commits.add({ kind: 'delivery', delivery });
  }

  /** Who hears of each delivery once it is on disk, whatever its verdict. One listener; must not throw. */
  onDelivered(listener: (id: number, delivery: IncomingDelivery) => void): void {
    this.#delivered = listener;
  }

  /** A delivery as it came. Rejects where it is no longer kept. */
  async rawDelivery(id: number): Promise<{ headers: [string, string][]; body: Uint8Array }> {
    return await this.#ports.engine.call('deliveries.raw', { workspace: this.workspace, id });
  }

  /** Keeps how deliveries were answered that were posted on. */
  async keepForwards(forwards: ({ delivery: number } & Forward)[]): Promise<void> {
    await this.#ports.engine.call('deliveries.setForwards', { workspace: this.workspace, forwards });
    this.#deliveries.add();
  }

  /**
   * Keeps a page of events and, in the same commit, where the next poll goes on. Resolves with the events that were new.
   * @throws AppError `events_busy`
   */
  async keepPage(page: IncomingPage, cursor?: string): Promise<readonly FreshEvent[]> {
    const kept = this.#commits.add({ kind: 'page', page, cursor });
    if (kept !== undefined) {
      // What came by other ways meanwhile may be in the same commit.
      const uids = new Set(page.events.map(({ uid }) => uid));
      return (await kept).fresh.filter(({ uid, way }) => way === page.way && uids.has(uid));
    }
    throw new AppError({
      code: 'events_busy',
      message: 'More events are arriving than can be stored right now.',
      action: 'Wait a moment and try again.',
    });
  }

  /** Where polling stands, as {@link keepPage} kept it last. */
  async cursor(): Promise<string | undefined> {
    return await this.#ports.engine.call('events.cursor', { workspace: this.workspace });
  }

  /** Uids that were delivered before this instant, are not listed and were not asked for; the newest first. */
  async unconfirmed(before: number, limit: number): Promise<string[]> {
    return await this.#ports.engine.call('events.unconfirmed', { workspace: this.workspace, before, limit });
  }

  /** The service does not know this event. */
  async deny(uid: string): Promise<void> {
    await this.#ports.engine.call('events.deny', { workspace: this.workspace, uid, at: this.clock.now() });
    this.warn('The service does not know an event', { uid });
    this.notifyChanged();
  }

  /** @param othersDelivered also marks all other events as delivered */
  async setDelivered(uids: string[], delivered: boolean, othersDelivered = false): Promise<void> {
    const { workspace } = this;
    await this.#ports.engine.call('events.setDelivered', { workspace, uids, delivered, othersDelivered });
    this.notifyChanged();
  }

  /** The newest delivery from outside whose signature matched; rehearsals prove nothing. */
  async lastGood(): Promise<KnownGood | undefined> {
    const { workspace } = this;
    const id = await this.#ports.engine.call('deliveries.lastGood', { workspace });
    if (id === undefined) return undefined;
    const { headers, body } = await this.rawDelivery(id);
    return knownGood(headers, body, this.settings.receiver.headerPrefix);
  }

  /** Windows refetch these areas of the store. */
  notifyChanged(areas: StoreArea[] = ['events']): void {
    this.#ports.publish('store.changed', { workspace: this.workspace, areas });
  }

  info(what: string, facts?: Record<string, unknown>): void {
    this.#ports.log.info(what, { workspace: this.workspace, ...facts });
  }

  warn(what: string, facts?: Record<string, unknown>): void {
    this.#ports.log.warn(what, { workspace: this.workspace, ...facts });
  }

  /** Waits for what is being kept, then goes quiet. */
  async close(): Promise<void> {
    await this.#commits.idle();
    for (const part of [this.#arrivals, this.#deliveries, this.#health, this.#reactions]) part.close();
  }

  /** One transaction for everything that waits. The last page's cursor counts: pages come one after the other. */
  async #commit(items: Incoming[]): Promise<{ fresh: FreshEvent[] }> {
    const deliveries = items.flatMap((item) => (item.kind === 'delivery' ? [item.delivery] : []));
    const pages = items.flatMap((item) => (item.kind === 'page' ? [item] : []));
    const { fresh, newest, deliveryIds, holes } = await this.#ports.engine.call('events.commit', {
      workspace: this.workspace,
      deliveries,
      pages: pages.map(({ page }) => page),
      cursor: pages.findLast(({ cursor }) => cursor !== undefined)?.cursor,
      clockAheadMs: await this.#clockAheadMs(),
    });
    this.#newest = newest;
    this.#deliveriesKept += deliveries.length;
    if (deliveries.length > 0) this.#deliveries.add();
    for (const [index, delivery] of deliveries.entries()) this.#delivered(deliveryIds[index] as number, delivery); // one each
    if (fresh.length > 0) {
      this.facts.addFresh(this.clock.now(), fresh, pages[0]?.page.at);
      this.#arrivals.add(fresh.length);
      this.#reactions.take(fresh);
    }
    if (holes !== undefined) this.facts.set({ holes });
    return { fresh };
  }

  /** How far the service's clock is ahead of this computer's at most; undefined where nobody knows. */
  async #clockAheadMs(): Promise<number | undefined> {
    const present = await this.#ports.serviceNow?.(this.workspace).catch(() => undefined);
    if (present !== undefined) return present - this.clock.now();
    const { clock } = this.facts.get();
    return clock && clock.differenceMs + CLOCK_SLACK_MS;
  }
}
