/** The sending side of an ingest session: keeps a window of bytes that the engine has not taken yet. */
import type { Cursor, IngestResult } from './calls/ingest.ts';

/**
 * Bytes under way before `write` holds back: enough to keep the reader busy. Every call to the engine waits behind
 * them, also those of a person who looks at a list, so they are few.
 */
export const WINDOW_BYTES = 64 * 1024;

export interface IngestSession {
  readonly id: string;
  /**
   * Sends bytes; resolves when more may be sent. Rejects with the reader's error as soon as one is known.
   * The bytes are copied: the caller may reuse its buffer.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the body and commits rows and cursors at once. */
  finish(cursors?: Cursor[]): Promise<IngestResult>;
  /** Drops everything of this session. Never rejects. */
  abort(): Promise<void>;
}

type Send = (name: 'ingest.chunk' | 'ingest.finish' | 'ingest.abort', input: unknown) => Promise<unknown>;

/** A session on the client's side; `send` is the client's way to call the engine. */
export function openIngestSession(session: string, send: Send): IngestSession {
  const state: { failure?: { error: unknown } } = {};
  const refused = () => state.failure;
  let underWay = 0;
  let wake: (() => void) | undefined;

  const taken = (bytes: number) => {
    underWay -= bytes;
    wake?.();
  };

  return {
    id: session,
    async write(bytes) {
      const before = refused();
      if (before) throw before.error;
      underWay += bytes.byteLength;
      send('ingest.chunk', { session, bytes }).then(
        () => taken(bytes.byteLength),
        (error: unknown) => {
          state.failure ??= { error };
          taken(bytes.byteLength);
        },
      );
      while (underWay > WINDOW_BYTES && !refused()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const failure = refused();
      if (failure) throw failure.error;
    },
    async finish(cursors) {
      return (await send('ingest.finish', { session, cursors })) as IngestResult; // typed by calls/ingest.ts
    },
    async abort() {
      await send('ingest.abort', { session }).catch(() => undefined);
    },
  };
}
