/** The engine's door: what the core imports. The process itself is `process.ts`. */

export type {
  FreshEvent,
  IncomingDelivery,
  IncomingEvent,
  IncomingPage,
} from './calls/events.ts';
export { ANSWER_CUT, type AskedFor, type Cursor, type IngestResult } from './calls/ingest.ts';
export type { StoredJob } from './calls/records.ts';
export type { SubjectFilter } from './calls/requests.ts';
export type { StoredRecord } from './calls/runs.ts';
export type { ServiceRecord } from './calls/service-records.ts';
export type { EngineChannel } from './channel.ts';
export { EngineClient, type IngestSession } from './client.ts';
export type { EngineCallName, EngineInput, EngineOutput } from './protocol.ts';
