/** The calls that bring feeds into a store. */
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { IngestCalls } from '../../calls/ingest.ts';
import { FileBytes } from '../../reader/index.ts';
import type { CallContext, Handlers, OpenSession } from '../context.ts';
import { Session } from './session.ts';

export const ingestHandlers: Handlers<IngestCalls> = {
  'ingest.begin': async ({ workspace, source, authorization, asked }, context) => {
    const session = await Session.begin(context.store(workspace), {
      read: context.read,
      turn: context.turn,
      source,
      authorization,
      asked,
      progress: (progress) => context.emit('ingest.progress', progress),
    });
    context.sessions.set(session.id, session);
    return { session: session.id };
  },
  'ingest.chunk': async ({ session, bytes }, context) => {
    await sessionOf(session, context).write(bytes);
    return { consumed: bytes.byteLength };
  },
  'ingest.finish': async ({ session, cursors }, context) => {
    const found = sessionOf(session, context);
    context.sessions.delete(session);
    return await found.finish(cursors);
  },
  'ingest.abort': async ({ session }, context) => {
    const found = context.sessions.get(session);
    context.sessions.delete(session);
    await found?.abort();
    return undefined;
  },
  'ingest.file': async ({ workspace, path: file, label, identity, keepBody }, context) => {
    const document = await FileBytes.of(file);
    const session = await Session.begin(context.store(workspace), {
      read: context.read,
      turn: context.turn,
      document,
      source: {
        kind: 'file',
        label: label ?? path.basename(file),
        // Without a place, it is kept as the body of an answer is.
        path: keepBody ? undefined : file,
        identity: identity ?? file,
      },
      totalBytes: document.size,
      fileModified: Math.trunc(document.modified),
      progress: (progress) => context.emit('ingest.progress', progress),
    });
    context.sessions.set(session.id, session);
    try {
      await readThrough(session, context.signal);
      return await session.finish();
    } finally {
      context.sessions.delete(session.id);
    }
  },
};

/** Waits until the reader has ended, well or not: `finish` says how. Rejects when the call is cancelled meanwhile. */
async function readThrough(session: Session, signal: AbortSignal): Promise<void> {
  const cancel = () => void session.abort();
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  await session.settled;
  signal.removeEventListener('abort', cancel);
  if (!signal.aborted) return;
  await session.abort();
  throw new AppError({ code: 'cancelled', message: 'Reading was cancelled.' });
}

function sessionOf(id: string, context: CallContext): OpenSession {
  const session = context.sessions.get(id);
  if (session === undefined) {
    throw new AppError({
      code: 'session_unknown',
      message: 'The reading of this document has ended already.',
      action: 'Open the file again, or fetch the data again.',
    });
  }
  return session;
}
