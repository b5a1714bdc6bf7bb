/** Bytes of a feed into rows: sessions for HTTP bodies, one call for a file on disk. */

/** Error of `ingest.finish` for an answer of a service that ended before its document did; nothing of it was kept. */
export const ANSWER_CUT = 'answer_cut';

/** Where a feed came from; kept beside everything that was read from it. */
export interface IngestSource {
  kind: 'request' | 'file';
  /** Shown to people: the file's name, or the request's URL without secrets. */
  label: string;
  /** Id in the request log. */
  requestId?: string | undefined;
  /** Absolute path of a file on disk. Its blocks' raw XML is read from there again. */
  path?: string | undefined;
  /** What makes a file the same file when it is opened again (default: path, else label). */
  identity?: string | undefined;
}

/** What a service was asked for; `usage` is all that hangs below a subscription. */
export type AskedFor = 'usage' | 'customers' | 'authorizations';

/** An incremental-sync cursor: what was seen last, per resource. Any text. */
export interface Cursor {
  name: string;
  value: string;
}

/** What a finished ingest did to the store. */
export interface IngestResult {
  source: string;
  bytes: number;
  /** Entries in the document, and payloads by kind (local name). */
  entries: number;
  payloads: Record<string, number>;
  blocks: number;
  readings: number;
  /** Sums of the raw `value` and `cost` elements of every reading, joined or not, as decimal strings. */
  sumValue: string;
  sumCost: string;
  /** Least and greatest start, epoch seconds. */
  firstStart: number | undefined;
  lastStart: number | undefined;
  problems: number;
  /** The document's XML is broken in places, or an entry has no resource in it: it may have more than could be read. */
  damaged: boolean;
  /** Ids of all authorizations of the document, also of those that the store has in a newer version. */
  authorizations: string[];
  /** Ids of usage points that were touched. */
  usagePoints: string[];
  /** Newest `updated` of any entry of a kind that was asked for, epoch ms: what `updated-min` may continue from. */
  newestUpdated: number | undefined;
}

/** Sent while a session or a file is read, at most a few times a second. */
export interface IngestProgress {
  workspace: string;
  session: string;
  bytes: number;
  /** Known for files. */
  totalBytes: number | undefined;
  entries: number;
  readings: number;
  phase: 'reading' | 'merging';
}

export type IngestCalls = {
  /** Starts a session. Nothing of it can be seen before `ingest.finish` has committed everything at once. */
  'ingest.begin': {
    input: {
      workspace: string;
      source: IngestSource;
      /** Uid of the authorization whose token fetched this; attaches what has no Subscription in its path. */
      authorization?: string | undefined;
      /** An answer of something else is refused; undefined where anything may come. */
      asked?: AskedFor | undefined;
    };
    output: { session: string };
  };
  /**
   * Feeds bytes. The reply (`consumed`) comes when the reader has taken them: that is the credit.
   * Use `EngineClient.ingest()`, which keeps a window of unanswered bytes. A refused document rejects here already.
   */
  'ingest.chunk': { input: { session: string; bytes: Uint8Array }; output: { consumed: number } };
  /**
   * Ends the body, joins, merges and commits rows, problems and cursors in one transaction.
   * Rejects with the reader's error (`not_a_feed`, ...) when the document as a whole was refused; then only the
   * source with its error is kept; likewise with `another_authorization` and `another_resource` for an answer that is not what
   * was asked for. Rejects with {@link ANSWER_CUT} for a request's document whose root element was not closed.
   */
  'ingest.finish': { input: { session: string; cursors?: Cursor[] | undefined }; output: IngestResult };
  /** Drops a session; nothing of it remains. Idempotent. */
  'ingest.abort': { input: { session: string }; output: undefined };
  /**
   * Reads a file from disk as one session. Cancel the call to abort it. `keepBody`: the file will not stay where it is, so its
   * bytes are kept beside the store, and its raw text is read from there.
   */
  'ingest.file': {
    input: {
      workspace: string;
      path: string;
      label?: string | undefined;
      identity?: string | undefined;
      keepBody?: boolean | undefined;
    };
    output: IngestResult;
  };
};

export type IngestEvents = { 'ingest.progress': IngestProgress };
