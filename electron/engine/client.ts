/**
 * The core's side of the engine process: typed calls, progress events, and supervision.
 *
 * A crash rejects what was pending with `engine_stopped`, starts the process again and announces `restarted`;
 * stores are opened again on demand, because every call names its workspace. A process whose database cannot go on after
 * an error (DuckDB: "invalidated") is ended, and so treated like one that crashed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorValue } from '#shared/errors.ts';
import type { StoreLocation } from './calls/store.ts';
import type { EngineChannel } from './channel.ts';
import { isInvalidated } from './failure.ts';
import { type IngestSession, openIngestSession } from './ingest-session.ts';
import type {
  EngineCallName,
  EngineEventName,
  EngineEvents,
  EngineInput,
  EngineOutput,
  FromEngine,
  ToEngine,
} from './protocol.ts';

export type { IngestSession };

/** `starting` until the process said `ready`; `failed` when it crashed too often in a row. */
export type EngineState = 'starting' | 'ready' | 'failed' | 'closed';

export interface EngineClientOptions {
  /** Starts the process; called again after a crash. */
  start(): EngineChannel;
  /** Where a workspace's store is. Throws an AppError for an unknown workspace. */
  locate(workspace: string): StoreLocation;
  /** How long a store that another process holds is waited for, milliseconds. */
  lockPatienceMs?: number;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A process that dies this often without having answered anything is not started again. */
const MAX_STARTS_IN_VAIN = 5;
/** The engine of a program that was killed finishes what it has begun before it closes its stores: seconds, seldom more. */
const LOCK_PATIENCE_MS = 20_000;
const LOCK_PAUSE_MS = 250;

export class EngineClient {
  readonly #options: EngineClientOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #opened = new Map<string, Promise<unknown>>();
  /** Workspaces whose store another process kept locked for the whole wait. No call waits a second time. */
  readonly #lockedForGood = new Set<string>();
  /** Work on the files of a workspace (see {@link withClosed}); settles when it is over. */
  readonly #held = new Map<string, Promise<void>>();
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();
  #channel: EngineChannel | undefined;
  #state: EngineState = 'starting';
  #nextId = 1;
  #startsInVain = 0;

  constructor(options: EngineClientOptions) {
    this.#options = options;
    this.#start();
  }

  get state(): EngineState {
    return this.#state;
  }

  /**
   * Calls the engine. Opens the workspace's store first where needed.
   * Rejects with an {@link AppError}: what the handler refused with, `engine_stopped` when the process ended
   * meanwhile, `engine_failed` when it ended so often that it is not started any more, `cancelled` when `signal` was aborted.
   */
  async call<K extends EngineCallName>(
    name: K,
    input: EngineInput<K>,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<EngineOutput<K>> {
    const workspace = name === 'store.open' || name === 'store.close' ? undefined : workspaceOf(input);
    if (workspace !== undefined) await this.#ensureOpen(workspace);
    // It closes the store: the next call opens it again.
    if (name === 'store.close') this.#opened.delete(workspaceOf(input) ?? '');
    const ask = () => this.#send(name, input, options.signal);
    const answer = name === 'store.compact' && workspace !== undefined ? this.#alone(workspace, ask) : ask();
    return (await answer) as EngineOutput<K>; // the engine's handlers are typed by the same map
  }

  /**
   * Closes the store of a workspace and keeps it closed while `work` deals with its files. Calls that come meanwhile wait,
   * and open it again.
   */
  async withClosed<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    return await this.#alone(workspace, async () => {
      await this.#send('store.close', { workspace });
      return await work();
    });
  }

  /** Starts an ingest session whose `write` holds back while the engine is busy. */
  async ingest(input: EngineInput<'ingest.begin'>): Promise<IngestSession> {
    const { session } = await this.call('ingest.begin', input);
    return openIngestSession(session, (name, value) => this.#send(name, value));
  }

  /**
   * Listens to progress events, to `restarted` (the process was started again after a crash), to `state`, to `waiting` (a
   * store is held by another process, mostly the engine of a program that was killed; published again and again) and to `opened`
   * (a store was opened, for the first time or again).
   */
  on<E extends EngineEventName>(event: E, listener: (payload: EngineEvents[E]) => void): () => void;
  on(event: 'restarted', listener: (payload: { code: number | null }) => void): () => void;
  on(event: 'state', listener: (payload: EngineState) => void): () => void;
  on(event: 'waiting' | 'opened', listener: (payload: { workspace: string }) => void): () => void;
  on(event: string, listener: (payload: never) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Ends the process in good order: stores are checkpointed. Pending calls reject. */
  async close(): Promise<void> {
    const channel = this.#channel;
    this.#setState('closed');
    if (channel === undefined) return;
    const gone = new Promise<void>((resolve) => channel.onExit(() => resolve()));
    channel.postMessage({ kind: 'stop' } satisfies ToEngine);
    await gone;
  }

  /** Ends the process at once, as a crash would. For tests and for a store that hangs. */
  kill(): void {
    this.#channel?.kill();
  }

  #start(): void {
    const channel = this.#options.start();
    this.#channel = channel;
    this.#startsInVain += 1;
    this.#setState('starting');
    // The wire is trusted: both ends are this program, and the channel is private to them.
    channel.onMessage((message) => this.#receive(channel, message as FromEngine));
    channel.onExit((code) => this.#stopped(channel, code));
  }

  #stopped(channel: EngineChannel, code: number | null): void {
    if (channel !== this.#channel) return;
    this.#channel = undefined;
    this.#opened.clear();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of pending) call.reject(engineStopped(code));
    if (this.#state === 'closed') return;
    if (this.#startsInVain >= MAX_STARTS_IN_VAIN) {
      this.#setState('failed');
      return;
    }
    this.#start();
    this.#emit('restarted', { code });
  }

  #receive(channel: EngineChannel, message: FromEngine): void {
    // Late messages: every pending call was rejected when it ended.
    if (channel !== this.#channel) return;
    if (message.kind === 'ready') this.#setState('ready');
    else if (message.kind === 'event') this.#emit(message.name, message.payload);
    else this.#settle(message);
  }

  #settle(message: Extract<FromEngine, { kind: 'reply' }>): void {
    this.#startsInVain = 0;
    const failure = message.ok ? undefined : new AppError(message.error);
    const invalidated = failure !== undefined && isInvalidated(failure);
    // Such a call ends with the process, like all others, unless a better reason is known.
    if (failure?.code !== 'store_invalidated') {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.ok) pending?.resolve(message.value);
      else pending?.reject(failure);
    }
    if (invalidated) this.#channel?.kill();
  }

  async #alone<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    while (this.#held.has(workspace)) await this.#held.get(workspace);
    let release = () => {};
    this.#held.set(workspace, new Promise((resolve) => (release = resolve)));
    try {
      // An opening that is under way would end after the close.
      await this.#opened.get(workspace)?.catch(() => undefined);
      this.#opened.delete(workspace);
      return await work();
    } finally {
      this.#held.delete(workspace);
      release();
    }
  }

  async #ensureOpen(workspace: string): Promise<void> {
    while (this.#held.has(workspace)) await this.#held.get(workspace);
    let opening = this.#opened.get(workspace);
    if (opening === undefined) {
      const attempt = this.#open(workspace);
      this.#opened.set(workspace, attempt);
      attempt.catch(() => {
        if (this.#opened.get(workspace) === attempt) this.#opened.delete(workspace);
      });
      opening = attempt;
    }
    await opening;
  }

  /** Opens a store; waits for a while where another process holds it. */
  async #open(workspace: string): Promise<void> {
    const location = this.#options.locate(workspace);
    const patience = this.#lockedForGood.has(workspace) ? 0 : (this.#options.lockPatienceMs ?? LOCK_PATIENCE_MS);
    const since = Date.now();
    for (;;) {
      try {
        await this.#send('store.open', { workspace, ...location });
        break;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'store_locked')) throw error;
        this.#emit('waiting', { workspace });
        if (Date.now() - since >= patience) {
          this.#lockedForGood.add(workspace);
          throw error;
        }
        await delay(LOCK_PAUSE_MS);
      }
    }
    this.#lockedForGood.delete(workspace);
    this.#emit('opened', { workspace });
  }

  #send(name: EngineCallName, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const channel = this.#channel;
    if (this.#state === 'failed') return Promise.reject(engineFailed());
    if (channel === undefined || this.#state === 'closed') return Promise.reject(engineStopped(null));
    if (signal?.aborted) return Promise.reject(cancelled());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = () => channel.postMessage({ kind: 'cancel', id } satisfies ToEngine);
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle =
        <T>(settler: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', onAbort);
          settler(value);
        };
      this.#pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      channel.postMessage({ kind: 'call', id, name, input } satisfies ToEngine);
    });
  }

  #setState(state: EngineState): void {
    if (this.#state === state || this.#state === 'closed') return;
    this.#state = state;
    this.#emit('state', state);
  }

  #emit(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never); // typed by `on`
  }
}

function workspaceOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('workspace' in input)) return undefined;
  return typeof input.workspace === 'string' ? input.workspace : undefined;
}

function engineStopped(code: number | null): AppError {
  const error: ErrorValue = {
    code: 'engine_stopped',
    message: 'The data engine stopped before it could answer.',
    action: 'It was started again; nothing that was saved is lost. Try again.',
    details: { exitCode: code },
  };
  return new AppError(error);
}

function engineFailed(): AppError {
  return new AppError({
    code: 'engine_failed',
    message: 'The data engine does not start.',
    action: 'Restart the program. If that does not help, save a support bundle under Settings, Privacy, and report it.',
  });
}

function cancelled(): AppError {
  return new AppError({ code: 'cancelled', message: 'The work was cancelled.' });
}
