/** Watches the clients of this service: what each does wrong, row by row. */
import { CHECK_AGENT } from '../../common/check-agent.ts';
import { type Look, RowBook } from '../../common/rows/book.ts';
import { type RowsReport, rowsReport } from '../../common/rows/report.ts';
import { OAuthWatch } from './oauth-watch.ts';
import { WATCH_BLOCKS, WATCH_ROWS } from './rows.ts';
import type { Seen } from './seen.ts';

/** What was on its way when Retry-After was told is not counted. */
const ON_ITS_WAY_MS = 300;
/** Clocks and timers of others may be this much early. */
const EARLY_MS = 100;
/** Waits and unread answers that are kept. */
const KEPT = 10_000;

interface Wait {
  from: number;
  until: number;
  status: number;
}

export class ClientWatch {
  #book = new RowBook();
  #oauth = new OAuthWatch(this.#book);
  #isOn = false;
  #ignored: readonly string[] = [];
  /** Requests by User-Agent. */
  #agents = new Map<string, number>();
  /** What was told to wait, by caller and address (429: by caller). */
  #waits = new Map<string, Wait>();
  /** Addresses whose answer should have been refused. */
  #spoiled = new Map<string, Look>();
  /** The next page of the first reading of each list, by caller, path and filters; null once it was read to its end. */
  #pages = new Map<string, { list: string; next: string | null }>();
  readonly #listeners = new Set<() => void>();
  readonly #address: () => string;

  /** @param address of the service, once it is known */
  constructor(address: () => string) {
    this.#address = address;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins afresh. @param ignored beginnings of User-Agents that are not watched */
  start(ignored: readonly string[] = []): void {
    this.#book = new RowBook();
    this.#oauth = new OAuthWatch(this.#book);
    this.#agents = new Map();
    this.#waits = new Map();
    this.#spoiled = new Map();
    this.#pages = new Map();
    this.#ignored = ignored;
    this.#isOn = true;
    this.#tell();
  }

  stop(): void {
    this.#isOn = false;
  }

  /** Whether the requests of this program are watched. A check of the service is wrong on purpose. */
  watches(agent: string): boolean {
    return this.#isOn && !agent.includes(CHECK_AGENT) && !this.#ignored.some((start) => agent.startsWith(start));
  }

  /** Called after a request that is watched was seen. @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  saw(seen: Seen): void {
    this.#agents.set(seen.agent, (this.#agents.get(seen.agent) ?? 0) + 1);
    this.#judgeWait(seen);
    this.#oauth.saw(seen);
    if (seen.api !== 'oauth') {
      this.#judgeToken(seen);
      this.#judgeQuery(seen);
      this.#judgeFeed(seen);
      this.#judgePages(seen);
    }
    this.#tell();
  }

  /** The result so far. What waits to be asked for again counts as not asked for. */
  report(): RowsReport {
    const book = this.#book.copy();
    for (const look of this.#spoiled.values()) book.judge('CDPTN001', false, look.came);
    for (const { list, next } of this.#pages.values()) {
      if (next !== null)
        book.judge('PAGE.next', false, `the list of ${list} was read to a page that has a next one, and not on`);
    }
    this.#oauth.finish(book);
    for (const { id } of WATCH_ROWS) {
      const { passed, failed, cannot } = book.outcome(id);
      if (passed.length + failed.length + cannot.length === 0)
        book.cannot(id, 'no client did anything of that kind that can be judged');
    }
    const requests = [...this.#agents.values()].reduce((sum, one) => sum + one, 0);
    const of = requests > 0 ? `, of ${this.#agentWords()}` : '';
    book.note('seen', `${requests} ${requests === 1 ? 'request was' : 'requests were'} watched${of}.`);
    return rowsReport(`clients of ${this.#address()}`, WATCH_ROWS, Object.keys(WATCH_BLOCKS), book);
  }

  #agentWords(): string {
    return [...this.#agents].map(([agent, count]) => `${agent || 'a client without a name'} (${count})`).join(', ');
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #judgeWait(seen: Seen): void {
    const { at, caller, address, status, retryAfter, words } = seen;
    const keys = [caller, `${caller} ${address}`];
    for (const key of keys) {
      const wait = this.#waits.get(key);
      if (!wait || at < wait.from + ON_ITS_WAY_MS) continue;
      const isEarly = at < wait.until - EARLY_MS;
      const seconds = (ms: number) => (ms / 1000).toFixed(1);
      const came = `${words} came ${seconds(at - wait.from)} s after ${wait.status} with Retry-After ${seconds(wait.until - wait.from)}`;
      this.#book.judge('WAIT.retry', !isEarly, came);
      if (!isEarly) this.#waits.delete(key);
    }
    if (retryAfter === undefined) return;
    const key = status === 429 ? caller : `${caller} ${address}`;
    if (this.#waits.size < KEPT) {
      const from = seen.answeredAt;
      this.#waits.set(key, { from, until: from + retryAfter * 1000, status });
    }
  }

  #judgeToken({ words, status, isStatusInjected, verdict, api, isWrongClass }: Seen): void {
    if (verdict.state !== 'valid' || isStatusInjected) return;
    if (isWrongClass)
      this.#book.judge('TOK.class', false, `${status} for ${words} with the token of class ${verdict.class}`);
    else if (status < 400) this.#book.judge('TOK.class', true, `${status} for ${words}`);
    if (api === 'espi' && status < 400) this.#oauth.used(verdict.token);
  }

  #judgeQuery({ status, isStatusInjected, query, words }: Seen): void {
    if (query.size === 0 || isStatusInjected || (status !== 200 && status !== 400)) return;
    const names = [...new Set(query.keys())].join(', ');
    this.#book.judge('QRY.form', status === 200, `${status} for ${words} with ${names}`);
  }

  #judgeFeed({ address, caller, isSpoiled, words, status }: Seen): void {
    const key = `${caller} ${address}`;
    const before = this.#spoiled.get(key);
    if (before) {
      this.#spoiled.delete(key);
      this.#book.judge('CDPTN001', true, `${words} was asked for again after its answer was spoiled`);
    }
    if (isSpoiled && this.#spoiled.size < KEPT) {
      const came = `${words} was answered ${status} with a part of it or with no XML, and not asked for again`;
      this.#spoiled.set(key, { came, request: undefined });
    }
  }

  #judgePages({ list, path, query, address, next, caller }: Seen): void {
    if (list === undefined) return;
    // Where a page begins and how long it is makes no other list.
    const filters = new URLSearchParams(query);
    filters.delete('after');
    filters.delete('limit');
    filters.sort();
    const key = `${caller} ${path}?${filters}`;
    const reading = this.#pages.get(key);
    if (reading === undefined && this.#pages.size >= KEPT) return;
    // Later readings may stop where they know the rest.
    if (reading?.next === null) return;
    // A reading that broke off may begin again.
    if (reading !== undefined && query.has('after') && reading.next !== address) return;
    this.#pages.set(key, { list, next: next ?? null });
    if (next === undefined) this.#book.judge('PAGE.next', true, `the list of ${list} was read to its last page`);
  }
}
