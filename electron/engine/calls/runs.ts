/** Test submissions and historical collections, as the core keeps them: views as JSON, found by id, batch and state. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';

/** A record with what is needed to go on after a restart. `kind` distinguishes submissions from collections. */
export interface StoredRecord {
  kind: 'run' | 'collection';
  id: string;
  batch: string | undefined;
  /** True when nothing more will happen to it. */
  over: boolean;
  createdAt: number;
  /** JSON values; their shape belongs to electron/support-desk. */
  view: unknown;
  state: unknown;
}

export type RunCalls = {
  /** Inserts or replaces by id. */
  'runs.save': { input: { workspace: string; record: StoredRecord }; output: undefined };
  /** Newest first. */
  'runs.stored': {
    input: {
      workspace: string;
      kind: StoredRecord['kind'];
      batch?: string | undefined;
      unfinished?: boolean | undefined;
      offset?: number | undefined;
      limit: number;
    };
    output: { rows: StoredRecord[]; matching: number };
  };
  /** Newest first, as lists show them. */
  'runs.lines': { input: CallInput<'runs.list'>; output: CallOutput<'runs.list'> };
  'collections.lines': { input: CallInput<'collections.list'>; output: CallOutput<'collections.list'> };
  /** How many runs of a batch ended how; those that are not over have the state that they are in. */
  'runs.verdicts': {
    input: { workspace: string; batch: string };
    output: { verdict: string; over: boolean; runs: number }[];
  };
  'runs.one': { input: { workspace: string; id: string }; output: StoredRecord | undefined };
};
