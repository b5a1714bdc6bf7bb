/** What a handler of an engine call gets, and how tables of handlers are typed. */
import type { ExportEvents } from '../calls/export.ts';
import type { Cursor, IngestEvents, IngestResult } from '../calls/ingest.ts';
import type { StoreEvents, StoreInfo, StoreLocation } from '../calls/store.ts';
import type { EngineCalls } from '../protocol.ts';
import type { ReadFeed } from '../reading-thread/index.ts';
import type { Store } from './store.ts';

type Events = IngestEvents & ExportEvents & StoreEvents;
export type Emit = <E extends keyof Events>(event: E, payload: Events[E]) => void;

/** A feed on its way into a store; the room intake makes them. */
export interface OpenSession {
  readonly store: Store;
  write(bytes: Uint8Array): Promise<void>;
  finish(cursors?: readonly Cursor[]): Promise<IngestResult>;
  abort(): Promise<void>;
}

export interface CallContext {
  /** An open store; throws `store_not_open`. */
  store(workspace: string): Store;
  openStore(workspace: string, location: StoreLocation): Promise<StoreInfo>;
  closeStore(workspace: string): Promise<void>;
  /** Reads a feed, small or large. */
  read: ReadFeed;
  /** Resolves when no question is being answered: see QuestionsFirst. */
  turn: () => Promise<void>;
  /** Running ingest sessions by id. */
  sessions: Map<string, OpenSession>;
  /** Aborted when the caller cancelled, or the engine stops. */
  signal: AbortSignal;
  emit: Emit;
}

type Definitions = Record<string, { input: unknown; output: unknown }>;

/** One function a call: a call without one does not compile. */
export type Handlers<Calls extends Definitions> = {
  [Name in keyof Calls]: (
    input: Calls[Name]['input'],
    context: CallContext,
  ) => Promise<Calls[Name]['output']> | Calls[Name]['output'];
};

/** A table of some of the engine's calls; `handlers.ts` checks that all tables together answer every call. */
export type SomeHandlers = Partial<Handlers<EngineCalls>>;
