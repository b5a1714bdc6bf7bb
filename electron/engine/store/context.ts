/** What a handler of an engine call gets, and how tables of handlers are typed. */
import type { ExportEvents } from '../calls/export.ts';
import type { IngestEvents } from '../calls/ingest.ts';
import type { StoreInfo, StoreLocation } from '../calls/store.ts';
import type { ReadFeed } from '../reading-thread/index.ts';
import type { Session } from './intake/session.ts';
import type { Store } from './store.ts';

type Events = IngestEvents & ExportEvents;
export type Emit = <E extends keyof Events>(event: E, payload: Events[E]) => void;

export interface CallContext {
  /** An open store; throws `store_not_open`. */
  store(workspace: string): Store;
  openStore(workspace: string, location: StoreLocation): Promise<StoreInfo>;
  closeStore(workspace: string): Promise<void>;
  /** Reads a feed, small or large. */
  read: ReadFeed;
  /** Running ingest sessions by id. */
  sessions: Map<string, Session>;
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
