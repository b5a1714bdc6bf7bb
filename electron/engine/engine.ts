/** The engine without its process: stores by workspace, running sessions, calls by name. The CLI uses it directly. */
import { AppError } from '#shared/errors.ts';
import type { StoreFiles, StoreInfo, StoreLocation } from './calls/store.ts';
import { engineFailure } from './failure.ts';
import type { EngineCallName, EngineInput, EngineOutput } from './protocol.ts';
import { FeedReader } from './reading-thread/index.ts';
import type { CallContext, Emit, OpenSession } from './store/context.ts';
import { handlers } from './store/handlers.ts';
import { catchUp } from './store/intake/index.ts';
import { FactsOfViews } from './store/query/index.ts';
import { questionHandlers } from './store/questions/index.ts';
import { QuestionsFirst } from './store/questions-first.ts';
import { Store } from './store/store.ts';

/** After so long without a call memory is given back. Milliseconds. */
const LEFT_ALONE_MS = 3000;

export class Engine {
  readonly #stores = new Map<string, Promise<Store>>();
  readonly #open = new Map<string, Store>();
  readonly #sessions = new Map<string, OpenSession>();
  readonly #emit: Emit;
  readonly #questionsFirst = new QuestionsFirst();
  #running = 0;
  #leftAlone: NodeJS.Timeout | undefined;
  readonly reader = new FeedReader();

  constructor(emit: Emit = () => undefined) {
    this.#emit = emit;
  }

  /** Runs a call by name; used by the process, whose messages carry names as text. Rejects with an AppError. */
  async dispatch(name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    const handler = Object.hasOwn(handlers, name) ? handlers[name as EngineCallName] : undefined;
    if (handler === undefined) {
      throw new AppError({
        code: 'call_unknown',
        message: `The engine has no call named ${name}.`,
        action: 'Update Meterscope.',
      });
    }
    this.#running += 1;
    clearTimeout(this.#leftAlone);
    try {
      // The name picks the handler and with it the input's type; both ends are compiled against one map.
      const run = () => (handler as (input: unknown, context: CallContext) => unknown)(input, this.#context(signal));
      return await (Object.hasOwn(questionHandlers, name) ? this.#questionsFirst.answer(run) : run());
    } catch (error) {
      throw engineFailure(error);
    } finally {
      this.#running -= 1;
      if (this.#running === 0 && this.#sessions.size === 0) {
        this.#leftAlone = setTimeout(() => void this.#giveMemoryBack(), LEFT_ALONE_MS).unref();
      }
    }
  }

  async #giveMemoryBack(): Promise<void> {
    for (const store of this.#open.values()) {
      await store.giveMemoryBack().catch((error: unknown) => console.error('Memory could not be given back.', error));
    }
  }

  /** Runs a call, typed. */
  async call<K extends EngineCallName>(
    name: K,
    input: EngineInput<K>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<EngineOutput<K>> {
    return (await this.dispatch(name, input, signal)) as EngineOutput<K>; // by the same map
  }

  /**
   * Opens a store that will be needed, before it is known which zone it takes: what depends on that is left to the `store.open` that
   * says it, which also gets the reason if the store cannot be opened.
   */
  openEarly(workspace: string, files: StoreFiles): void {
    this.#opening(workspace, files).catch(() => undefined);
  }

  /** Aborts what runs, closes all stores and ends the reading thread. */
  async close(): Promise<void> {
    clearTimeout(this.#leftAlone);
    for (const workspace of [...this.#stores.keys()]) await this.#closeStore(workspace);
    await this.reader.close();
  }

  #context(signal: AbortSignal): CallContext {
    return {
      store: (workspace) => this.store(workspace),
      openStore: (workspace, location) => this.#openStore(workspace, location),
      closeStore: (workspace) => this.#closeStore(workspace),
      read: this.reader.read,
      turn: () => this.#questionsFirst.turn(),
      sessions: this.#sessions,
      signal,
      emit: this.#emit,
    };
  }

  async #openStore(workspace: string, location: StoreLocation): Promise<StoreInfo> {
    const store = await this.#opening(workspace, location);
    try {
      // It may have been opened early.
      await store.takeZone(location.zone);
    } catch (error) {
      await this.#closeStore(workspace);
      throw error;
    }
    if (!this.#open.has(workspace)) {
      store.keepTidy(() => this.#questionsFirst.turn(), undefined, [new FactsOfViews(() => store.zone)]);
    }
    this.#open.set(workspace, store);
    return store.info;
  }

  /** The store of a workspace, once it is there; where that fails, the next call tries again. */
  #opening(workspace: string, location: StoreFiles & { zone?: string }): Promise<Store> {
    const known = this.#stores.get(workspace);
    if (known !== undefined) return known;
    const opening = Store.open(workspace, location, catchUp, (progress) =>
      this.#emit('store.opening', progress === undefined ? { workspace } : { workspace, progress }),
    );
    this.#stores.set(workspace, opening);
    opening.catch(() => {
      if (this.#stores.get(workspace) === opening) this.#stores.delete(workspace);
    });
    return opening;
  }

  async #closeStore(workspace: string): Promise<void> {
    const opening = this.#stores.get(workspace);
    this.#stores.delete(workspace);
    this.#open.delete(workspace);
    if (opening === undefined) return;
    const store = await opening;
    for (const session of this.#sessions.values()) if (session.store === store) await session.abort();
    await store.close();
  }

  /** An open store; throws `store_not_open`. */
  store(workspace: string): Store {
    const store = this.#open.get(workspace);
    if (store === undefined) {
      throw new AppError({
        code: 'store_not_open',
        message: 'This workspace is not open.',
        action: 'Open the workspace, then try again.',
        details: { workspace },
      });
    }
    return store;
  }
}
