/** Asks the service for its events at the workspace's pace. */
import { AppError, isAbort, toErrorValue } from '#shared/errors.ts';
import { pageWalk } from '../../jsonapi/index.ts';
import type { EventLog } from '../event-log.ts';
import { incomingEvents } from '../parse.ts';
import type { EventsApi, EventsPage } from '../ports.ts';
import { type Cursor, listedLate, readCursor, takePage } from './walk.ts';

export interface PollResult {
  /** Events that the log did not have, and those of them that the receiver had missed. */
  fresh: number;
  holes: number;
}

/** Pages of undelivered events that are counted; what is beyond is "more". */
const UNDELIVERED_PAGES = 3;

export class Polling {
  readonly #log: EventLog;
  readonly #api: EventsApi;
  readonly #onInterval: () => Promise<void>;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  /** {@link hurry} was called since the last wait, perhaps while a poll was under way that missed the change. */
  #isHurried = false;
  #current: Promise<PollResult> | undefined;
  #loop: Promise<void> | undefined;
  /** The undelivered uids that the store knows, behind the number of deliveries until then; undefined when it must be written again. */
  #knownUndelivered: string | undefined;
  #waitingBefore: ReadonlySet<string> = new Set();
  /** Uids of the newest page at the last walk, all kept: what is below the watermark and not among them was listed late. */
  #firstPage: ReadonlySet<string> = new Set();

  /** @param onInterval called at every interval, after the poll */
  constructor(log: EventLog, api: EventsApi, onInterval: () => Promise<void>) {
    this.#log = log;
    this.#api = api;
    this.#onInterval = onInterval;
  }

  /** Polls from now on, where that is enabled. `poll` works without it too. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Ends the loop and the request that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#loop;
    await this.#current?.catch(() => undefined);
  }

  /** Polls again now instead of at the end of the interval: something changed. */
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
    const { clock } = this.#log;
    while (!this.#stop.signal.aborted) {
      const startedAt = clock.now();
      this.#isHurried = false;
      // The failure is in the facts, for everyone to see.
      if (this.#log.settings.poll.enabled) await this.poll().catch(() => undefined);
      await this.#onInterval();
      if (this.#stop.signal.aborted) return;
      if (!this.#isHurried) await this.#rest(startedAt + this.#log.pollEveryMs);
    }
  }

  async #rest(until: number): Promise<void> {
    const { clock, facts } = this.#log;
    this.#wake = new AbortController();
    const due = Math.max(until, clock.now());
    facts.setPoll({ nextAt: due });
    try {
      await clock.sleepUntil(due, AbortSignal.any([this.#wake.signal, this.#stop.signal]));
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  async #poll(): Promise<PollResult> {
    const { clock, facts } = this.#log;
    facts.setPoll({ running: true, nextAt: undefined });
    try {
      const result = await this.#walkAll();
      if (result.fresh > 0) this.#knownUndelivered = undefined;
      await this.#countUndelivered();
      facts.setPoll({ lastOkAt: clock.now(), lastError: undefined });
      return result;
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        const { code, message } = toErrorValue(error);
        facts.setPoll({ lastError: { at: clock.now(), code, message } });
      }
      throw error;
    } finally {
      facts.setPoll({ running: false });
    }
  }

  async #walkAll(): Promise<PollResult> {
    const cursor = readCursor(await this.#log.cursor());
    if (cursor.walk === undefined) return (await this.#walk(cursor)).result;
    const rest = await this.#resume(cursor);
    const whole = await this.#walk(rest.cursor);
    return { fresh: rest.result.fresh + whole.result.fresh, holes: rest.result.holes + whole.result.holes };
  }

  /** Goes on with the walk that broke off, or starts over where the service does not know its next page any more. */
  async #resume(cursor: Cursor): Promise<{ cursor: Cursor; result: PollResult }> {
    try {
      return await this.#walk(cursor);
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid_param', 'foreign_next', 'pages_repeat'].includes(error.code))
        throw error;
      const { walk: _, ...before } = cursor;
      return { cursor: before, result: { fresh: 0, holes: 0 } };
    }
  }

  async #walk(start: Cursor): Promise<{ cursor: Cursor; result: PollResult }> {
    const result = { fresh: 0, holes: 0 };
    const isHistory = start.watermark === undefined;
    let cursor = start;
    let next = start.walk?.next;
    let isFirst = next === undefined;
    /** One time for all pages, by which the log keeps them together. What came while the first was waited for is older. */
    let at: number | undefined;
    let firstPage = this.#firstPage;
    const following = pageWalk();
    do {
      const page = await this.#api.list({ next }, this.#stop.signal);
      at ??= this.#log.clock.now();
      this.#recordClock(page);
      const { events } = incomingEvents(page.events);
      const step = takePage(cursor, isFirst, { events, next: page.next });
      const toKeep = [...step.above, ...listedLate(cursor, events, this.#firstPage)];
      const isChanged = toKeep.length > 0 || JSON.stringify(step.cursor) !== JSON.stringify(cursor);
      if (isChanged) {
        const fresh = await this.#log.keepPage(
          {
            at,
            way: 'poll',
            // The list is newest first; kept as they happened, the newest stands on top of the log as all others do.
            events: toKeep.toReversed(),
            history: isHistory,
            later: !isFirst,
            receiverExpected: this.#log.settings.receiver.enabled,
          },
          JSON.stringify(step.cursor),
        );
        result.fresh += fresh.length;
        if (fresh.length > 0 && page.requestId !== undefined) {
          this.#api.brought?.(
            page.requestId,
            fresh.map(({ uid }) => uid),
          );
        }
        result.holes += fresh.filter(({ hole }) => hole).length;
      }
      cursor = step.cursor;
      next = following(
        step.next,
        events.map(({ uid }) => uid),
      );
      if (isFirst) firstPage = new Set(events.map(({ uid }) => uid));
      isFirst = false;
    } while (next !== undefined);
    this.#firstPage = firstPage;
    return { cursor, result };
  }

  #recordClock({ serverNow }: EventsPage): void {
    if (serverNow === undefined) return;
    const at = this.#log.clock.now();
    this.#log.facts.set({ clock: { differenceMs: serverNow - at, at } });
  }

  /**
   * Counts what the service calls undelivered. Events that no webhook was meant for do not wait for one, and what was not
   * there at the poll before may be on its way this very moment: neither counts as waiting.
   */
  async #countUndelivered(): Promise<void> {
    const uids: string[] = [];
    const waiting = new Set<string>();
    let next: string | undefined;
    let pages = 0;
    do {
      const page = await this.#api.list({ undelivered: true, next }, this.#stop.signal);
      const { events } = incomingEvents(page.events);
      uids.push(...events.map(({ uid }) => uid));
      for (const { uid, addressed } of events) if (addressed) waiting.add(uid);
      next = page.next;
      pages += 1;
    } while (next !== undefined && pages < UNDELIVERED_PAGES);
    const stillWaiting = [...waiting].filter((uid) => this.#waitingBefore.has(uid)).length;
    this.#waitingBefore = waiting;
    const at = this.#log.clock.now();
    const undelivered = { count: uids.length, waiting: stillWaiting, more: next !== undefined, at };
    this.#log.facts.set({ undelivered });
    // A delivery since then may have said otherwise of one of them.
    const known = [this.#log.deliveriesKept, ...uids].join('\n');
    if (known === this.#knownUndelivered) return;
    await this.#log.setDelivered(uids, false, next === undefined);
    this.#knownUndelivered = known;
  }
}
