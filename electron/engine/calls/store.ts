/** Opening a workspace's store, and its small key-value shelf. */

/** Where a workspace lives on this disk. */
export interface StoreFiles {
  /** The DuckDB file; made when missing. `:memory:` keeps nothing. */
  file: string;
  /** Folder for the spooled bodies of HTTP answers; made when missing. */
  rawFolder: string;
}

export interface StoreLocation extends StoreFiles {
  /** IANA zone that stands in where a usage point has no usable LocalTimeParameters. */
  zone: string;
}

export interface StoreInfo {
  workspace: string;
  /** Version of the schema after migrations. */
  schemaVersion: number;
  /** True when the file did not exist before. */
  created: boolean;
}

/** How far the opening of a store is: the step that runs, of how many, and of that step what is done where it can be counted. */
export interface OpeningProgress {
  /** From 1. */
  step: number;
  steps: number;
  /** What the step does, in words. */
  what: string;
  done?: number;
  of?: number;
  /** What is counted, in the plural. */
  noun?: string;
}

/** Again and again while a store opens that an earlier version wrote; without `progress` once that is over, or pauses, whether it opened or not. */
export type StoreEvents = { 'store.opening': { workspace: string; progress?: OpeningProgress } };

export type StoreCalls = {
  /** Opens (and migrates) a store. Idempotent. EngineClient does this automatically before the first call to a workspace. */
  'store.open': { input: { workspace: string } & StoreLocation; output: StoreInfo };
  /** Closes a store: a checkpoint is written, running ingest sessions of it are aborted. Idempotent. */
  'store.close': { input: { workspace: string }; output: undefined };
  /** Closes a store and gives its unused space back; bytes of its file. It opens again with the next call. */
  'store.compact': { input: { workspace: string }; output: { before: number; after: number } };
  /** Changes the zone that is assumed where a meter says none. */
  'store.setZone': { input: { workspace: string; zone: string }; output: undefined };
  /** A JSON value by key; undefined when never set. */
  'settings.get': { input: { workspace: string; key: string }; output: unknown };
  'settings.set': { input: { workspace: string; key: string; value: unknown }; output: undefined };
};
