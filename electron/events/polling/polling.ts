/** Asks the service for its events at the workspace's pace. */
import { AppError, isAbort, toErrorValue } from '#shared/errors.ts';
import type { FreshEvent, IncomingPage } from '../../engine/index.ts';
import type { Clock } from '../../http/index.ts';
import { incomingEvents } from '../parse.ts';
import type { EventsApi, EventsPage } from '../ports.ts';
import { type Cursor, readCursor, takePage } from './walk.ts';

export interface PollResult {
  /** Events that the log did not have, and those of them that the receiver had missed. */
  fresh: number;
  holes: number;
}

/** What the last polls found out; instants in epoch milliseconds. */
export interface PollFacts {
  lastOkAt?: number;
  lastError?: { at: number; code: string; message: string };
  nextAt?: number;
  running: boolean;
  undelivered?: { count: number; waiting: number; more: boolean; at: number };
  clock?: { differenceMs: number; at: number };
}

export interface PollingParts {
  clock: Clock;
  api: EventsApi;
  enabled(): boolean;
  /** Done at every interval, after the poll. */
  beat(): Promise<void>;
  /** Milliseconds from the start of one poll to the next. */
  everyMs(): number;
  /** True where the receiver should hear first what happens. */
  receiverExpected(): boolean;
  readCursor(): Promise<string | undefined>;
  /** Keeps a page and where to go on, at once. */
  keep(page: IncomingPage, cursor: string): Promise<readonly FreshEvent[]>;
  setDelivered(uids: string[], isAll: boolean): Promise<void>;
  /** Something of `facts` changed. */
  changed(): void;
}

/** Pages of undelivered events that are counted; what is beyond is "more". */
const UNDELIVERED_PAGES = 3;

export class Polling {
  readonly facts: PollFacts = { running: false };
  readonly #parts: PollingParts;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  /** Something changed since the last rest, perhaps while a poll was under way that does not know of it. */
  #isHurried = false;
  #current: Promise<PollResult> | undefined;
  #loop: Promise<void> | undefined;
  /** What the store was told last; undefined when it must be told again. */
  #knownUndelivered: string | undefined;
  #waitingBefore: ReadonlySet<string> = new Set();

  constructor(parts: PollingParts) {
    this.#parts = parts;
  }

  /** Polls from now on, where that is enabled. `poll` works without it too. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Ends the loop and whatever request is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#loop;
    await this.#current?.catch(() => undefined);
  }

  /** Does not wait for the interval to end: something changed. */
  hurry(): void {
    this.#isHurried = true;
    this.#wake.abort();
  }

  /** One poll; shares the one under way. @throws AppError what the service's client throws */
  poll(): Promise<PollResult> {
    this.#current ??= this.#poll().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    while (!this.#stop.signal.aborted) {
      const startedAt = clock.now();
      this.#isHurried = false;
      // The failure is in the facts, for everyone to see.
      if (this.#parts.enabled()) await this.poll().catch(() => undefined);
      await this.#parts.beat();
      if (this.#stop.signal.aborted) return;
      if (!this.#isHurried) await this.#rest(startedAt + this.#parts.everyMs());
    }
  }

  async #rest(until: number): Promise<void> {
    const { clock, changed } = this.#parts;
    this.#wake = new AbortController();
    const due = Math.max(until, clock.now());
    this.facts.nextAt = due;
    changed();
    try {
      await clock.sleepUntil(due, AbortSignal.any([this.#wake.signal, this.#stop.signal]));
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  async #poll(): Promise<PollResult> {
    const { clock, changed } = this.#parts;
    this.facts.running = true;
    delete this.facts.nextAt;
    changed();
    try {
      const result = await this.#walkAll(clock.now());
      if (result.fresh > 0) this.#knownUndelivered = undefined;
      await this.#askUndelivered();
      this.facts.lastOkAt = clock.now();
      return result;
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        const { code, message } = toErrorValue(error);
        this.facts.lastError = { at: clock.now(), code, message };
      }
      throw error;
    } finally {
      this.facts.running = false;
      changed();
    }
  }

  async #walkAll(at: number): Promise<PollResult> {
    const cursor = readCursor(await this.#parts.readCursor());
    if (cursor.walk === undefined) return (await this.#walk(cursor, at)).result;
    const rest = await this.#resume(cursor, at);
    const whole = await this.#walk(rest.cursor, at);
    return { fresh: rest.result.fresh + whole.result.fresh, holes: rest.result.holes + whole.result.holes };
  }

  /** Takes up the walk that broke off. A page that the service does not know any more means to start over. */
  async #resume(cursor: Cursor, at: number): Promise<{ cursor: Cursor; result: PollResult }> {
    try {
      return await this.#walk(cursor, at);
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid_param', 'foreign_next'].includes(error.code)) throw error;
      const { walk: _, ...before } = cursor;
      return { cursor: before, result: { fresh: 0, holes: 0 } };
    }
  }

  async #walk(start: Cursor, at: number): Promise<{ cursor: Cursor; result: PollResult }> {
    const result = { fresh: 0, holes: 0 };
    const isHistory = start.watermark === undefined;
    let cursor = start;
    let next = start.walk?.next;
    let isFirst = next === undefined;
    do {
      const page = await this.#parts.api.list({ next }, this.#stop.signal);
      this.#noteClock(page);
      const step = takePage(cursor, isFirst, { events: incomingEvents(page.events).events, next: page.next });
      const isChanged = step.above.length > 0 || JSON.stringify(step.cursor) !== JSON.stringify(cursor);
      if (isChanged) {
        const fresh = await this.#parts.keep(
          {
            at,
            way: 'poll',
            events: step.above,
            history: isHistory,
            receiverExpected: this.#parts.receiverExpected(),
          },
          JSON.stringify(step.cursor),
        );
        result.fresh += fresh.length;
        result.holes += fresh.filter(({ hole }) => hole).length;
      }
      cursor = step.cursor;
      next = step.next;
      isFirst = false;
    } while (next !== undefined);
    return { cursor, result };
  }

  #noteClock({ serverNow }: EventsPage): void {
    if (serverNow === undefined) return;
    const at = this.#parts.clock.now();
    this.facts.clock = { differenceMs: serverNow - at, at };
  }

  /**
   * Counts what the service calls undelivered. Events that no webhook was meant for do not wait for one, and what was not
   * there at the poll before may be on its way this very moment: neither counts as waiting.
   */
  async #askUndelivered(): Promise<void> {
    const uids: string[] = [];
    const waiting = new Set<string>();
    let next: string | undefined;
    let pages = 0;
    do {
      const page = await this.#parts.api.list({ undelivered: true, next }, this.#stop.signal);
      const { events } = incomingEvents(page.events);
      uids.push(...events.map(({ uid }) => uid));
      for (const { uid, addressed } of events) if (addressed) waiting.add(uid);
      next = page.next;
      pages += 1;
    } while (next !== undefined && pages < UNDELIVERED_PAGES);
    const stillWaiting = [...waiting].filter((uid) => this.#waitingBefore.has(uid)).length;
    this.#waitingBefore = waiting;
    this.facts.undelivered = {
      count: uids.length,
      waiting: stillWaiting,
      more: next !== undefined,
      at: this.#parts.clock.now(),
    };
    const known = uids.join('\n');
    if (known === this.#knownUndelivered) return;
    await this.#parts.setDelivered(uids, next === undefined);
    this.#knownUndelivered = known;
  }
}
