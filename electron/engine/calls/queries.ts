/** The calls of the contract that the store answers: same names, same shapes. And more of their kind for the core. */
import type { OpenedFile } from '#shared/contract/files.ts';
import type { CallInput, CallOutput, StoreCallName } from '#shared/contract/index.ts';
import type { LocalTimeView } from '#shared/contract/portfolio.ts';

type FromContract = { [K in StoreCallName]: { input: CallInput<K>; output: CallOutput<K> } };

export type QueryCalls = FromContract & {
  /** As `attention.list`; `now` is the present by the service's clock, `ahead` by how much that is ahead of this computer's. Milliseconds. */
  'attention.lines': {
    input: CallInput<'attention.list'> & { now: number; ahead: number };
    output: CallOutput<'attention.list'>;
  };
  /** All bills of a workspace, for the command line and for exports. */
  'bills.all': { input: { workspace: string }; output: CallOutput<'bills.list'> };
  /** All problems, or those of one document (its id, or its request's), for the command line; 10,000 at most. */
  'problems.all': { input: { workspace: string; source?: string }; output: CallOutput<'problems.list'>['rows'] };
  /** Entries that could not be joined to anything, for the command line; 10,000 at most. */
  'unattached.all': { input: { workspace: string }; output: CallOutput<'unattached.list'>['rows'] };
  /** The local time of every usage point, in the order of `usagePoints.list`: for the command line. */
  'usagePoints.localTimes': {
    input: { workspace: string };
    output: { id: string; uid: string; localTime: LocalTimeView }[];
  };
  /**
   * Every text that the customer side of the feeds gave, for a redaction: names, addresses and serial numbers; and titles and
   * other members of the entries, many of which only say what an entry is.
   */
  'customers.texts': { input: { workspace: string }; output: { people: string[]; descriptions: string[] } };
  /**
   * Where a kept document can be read: the file that was opened, while it is unchanged; else `copyTo`, to which its bytes are
   * written as they came. Rejects with `document_unknown`, `raw_file_changed`.
   */
  'documents.locate': {
    input: { workspace: string; source: string; copyTo: string };
    output: { label: string; path: string };
  };
  /** As the contract's, of a workspace. */
  'files.list': { input: { workspace: string } & CallInput<'files.list'>; output: CallOutput<'files.list'> };
  /** Opened files of a workspace, newest first. */
  'files.stored': { input: { workspace: string }; output: OpenedFile[] };
  /** One of them by its source id (what `ingest.file` answered as `source`). */
  'files.get': { input: { workspace: string; source: string }; output: OpenedFile };
  /** Takes a file and everything that was read from it out of the store. */
  'files.remove': { input: { workspace: string; source: string }; output: undefined };
};
