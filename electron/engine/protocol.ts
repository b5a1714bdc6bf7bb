/**
 * Everything the core may ask of the engine process, and the events that come from it. Types only.
 *
 * To add an area (a table and its calls): write `calls/<area>.ts` with its `XCalls` type, its handlers in the room of the store
 * where they belong, `store/migrations/NNNN-<area>.ts` with its tables; then add one line here, one to the room's `index.ts`
 * and one to `store/migrations/index.ts`.
 */
import type { ErrorValue } from '#shared/errors.ts';
import type { EventCalls } from './calls/events.ts';
import type { ExportCalls, ExportEvents } from './calls/export.ts';
import type { IngestCalls, IngestEvents } from './calls/ingest.ts';
import type { QueryCalls } from './calls/queries.ts';
import type { RecordCalls } from './calls/records.ts';
import type { RequestCalls, RequestListCalls } from './calls/requests.ts';
import type { ResourceCalls } from './calls/resources.ts';
import type { RunCalls } from './calls/runs.ts';
import type { ServiceRecordCalls } from './calls/service-records.ts';
import type { PullCalls, SharingCalls } from './calls/sharing.ts';
import type { SqlCalls } from './calls/sql.ts';
import type { StoreCalls, StoreEvents } from './calls/store.ts';
import type { TeamCalls } from './calls/team.ts';

export type EngineCalls = StoreCalls &
  IngestCalls &
  QueryCalls &
  SqlCalls &
  SharingCalls &
  PullCalls &
  TeamCalls &
  RecordCalls &
  RequestCalls &
  RequestListCalls &
  ExportCalls &
  EventCalls &
  RunCalls &
  ResourceCalls &
  ServiceRecordCalls;
/** `engine.warm` comes once in the life of a process: it has done what makes the first feed as fast as the next. */
export type EngineEvents = IngestEvents & ExportEvents & StoreEvents & { 'engine.warm': undefined };

export type EngineCallName = keyof EngineCalls;
export type EngineInput<K extends EngineCallName> = EngineCalls[K]['input'];
export type EngineOutput<K extends EngineCallName> = EngineCalls[K]['output'];
export type EngineEventName = keyof EngineEvents;

/** Core to engine. `cancel` ends the running call `id`; it then replies with the error `cancelled`. */
export type ToEngine =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'cancel'; id: number }
  | { kind: 'stop' };

/** Engine to core. `ready` is the first message of every start. */
export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'reply'; id: number; ok: true; value: unknown }
  | { kind: 'reply'; id: number; ok: false; error: ErrorValue }
  | { kind: 'event'; name: EngineEventName; payload: unknown };
