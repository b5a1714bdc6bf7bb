/** The calls that bring feeds into a store. */
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { IngestCalls } from '../calls/ingest.ts';
import { fileSource } from '../ingest/index.ts';
import type { CallContext, Handlers } from './context.ts';
import { Session } from './session.ts';

export const ingestHandlers: Handlers<IngestCalls> = {
  'ingest.begin': async ({ workspace, source, authorization }, context) => {
    const session = await Session.begin(context.store(workspace), {
      source,
      authorization,
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
  'ingest.file': async ({ workspace, path: file, label, identity }, context) => {
    const { size, mtimeMs } = await statFile(file);
    const session = await Session.begin(context.store(workspace), {
      source: { kind: 'file', label: label ?? path.basename(file), path: file, identity },
      totalBytes: size,
      fileModified: Math.trunc(mtimeMs),
      progress: (progress) => context.emit('ingest.progress', progress),
    });
    context.sessions.set(session.id, session);
    try {
      await pour(file, session, context.signal);
      return await session.finish();
    } finally {
      context.sessions.delete(session.id);
    }
  },
};

async function pour(file: string, session: Session, signal: AbortSignal): Promise<void> {
  try {
    for await (const chunk of fileSource(file)) {
      signal.throwIfAborted();
      await session.write(chunk);
    }
  } catch (error) {
    if (signal.aborted) {
      await session.abort();
      throw new AppError({ code: 'cancelled', message: 'Reading was cancelled.' });
    }
    // A refusal of the reader comes again, with its record, from `finish`.
    if (error instanceof AppError) return;
    await session.abort();
    throw fileUnreadable(file, error);
  }
}

async function statFile(file: string): Promise<{ size: number; mtimeMs: number }> {
  let found: Stats;
  try {
    found = await stat(file);
  } catch (error) {
    throw fileUnreadable(file, error);
  }
  if (found.isFile()) return found;
  throw found.isDirectory()
    ? unreadable(`${path.basename(file)} is a folder.`, 'Open the files in it.')
    : unreadable(`${path.basename(file)} is no file that can be read.`, 'Save its content to a file, then open that.');
}

function fileUnreadable(file: string, cause: unknown): AppError {
  const name = path.basename(file);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return unreadable(`There is no file ${name}.`, 'Check its name and folder.', cause);
  if (code === 'EACCES' || code === 'EPERM') {
    return unreadable(`${name} may not be read.`, 'Ask whoever owns it for the right to read it.', cause);
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  const action = 'Check that the file is there and may be read, then open it again.';
  return unreadable(`${name} could not be read: ${text}`, action, cause);
}

function unreadable(message: string, action: string, cause?: unknown): AppError {
  return new AppError({ code: 'file_unreadable', message, action }, { cause });
}

function sessionOf(id: string, context: CallContext): Session {
  const session = context.sessions.get(id);
  if (session === undefined) {
    throw new AppError({
      code: 'session_unknown',
      message: 'This ingest has ended already.',
      action: 'Start the fetch again.',
    });
  }
  return session;
}
