/** The engine's door: what the core imports. The process itself is `process.ts`. */

export type {
  EventSummary,
  FreshEvent,
  IncomingDelivery,
  IncomingEvent,
  IncomingPage,
} from './calls/events.ts';
export type { ExportProgress, ExportSelection } from './calls/export.ts';
export type { Cursor, IngestProgress, IngestResult, IngestSource } from './calls/ingest.ts';
export type { ContractQuery } from './calls/queries.ts';
export type { StoredJob } from './calls/records.ts';
export type { StoredRecord } from './calls/runs.ts';
export type { StoreInfo, StoreLocation } from './calls/store.ts';
export type { EngineChannel } from './channel.ts';
export { EngineClient, type EngineState, type IngestSession } from './client.ts';
export type { EngineCallName, EngineEventName, EngineEvents, EngineInput, EngineOutput } from './protocol.ts';
