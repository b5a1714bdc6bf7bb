/** Queries that the program which has the data folder answers, through its door (app/query-door/). */
import { createWriteStream, lstatSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorValue, errorCode } from '#shared/errors.ts';
import type { Door } from '../app/data-folder/lock.ts';
import { QUERY_PATH, type Question, ROWS_HEADER } from '../app/query-door/question.ts';
import type { Queries } from './queries-asked.ts';

/** @param door of the program. Each call rejects with `door_shut` where nobody listens there ({@link isShut}) */
export function queriesOfOwner(door: Door, workspace: string): Queries {
  return {
    run: async ({ limit, ...asked }, signal) => {
      const answer = await ask(door, { as: 'table', workspace, limit, ...asked }, signal);
      return (await whole(json(answer), signal)) as Awaited<ReturnType<Queries['run']>>; // the program's own answer
    },
    write: async ({ folder, format, rawText, ...asked }, signal) => {
      const answer = await ask(door, { as: 'file', workspace, format, rawText, ...asked }, signal);
      const file = path.join(folder, `rows.${format}`);
      await whole(pipeline(answer, createWriteStream(file, { mode: 0o600, flags: 'wx' })), signal);
      return { file, rows: Number(answer.headers[ROWS_HEADER]) };
    },
  };
}

/** Nobody listens at a door: the program ended, or it is one that has none. */
export function isShut(error: unknown): boolean {
  return error instanceof AppError && error.code === 'door_shut';
}

/** Resolves with the answer, of which the body is still to be read. @throws AppError what the program refused it with, `door_shut`, `cancelled` */
async function ask(door: Door, question: Question, signal: AbortSignal): Promise<IncomingMessage> {
  requireOwn(door.socket);
  const body = JSON.stringify(question);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request({
      socketPath: door.socket,
      path: QUERY_PATH,
      method: 'POST',
      headers: {
        authorization: `Bearer ${door.secret}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      agent: false,
      signal,
    });
    asking.once('response', resolve);
    asking.once('error', (cause) => reject(failureOf(cause, signal)));
    asking.end(body);
  });
  if (answer.statusCode === 200) return answer;
  throw new AppError((await whole(json(answer), signal)) as ErrorValue); // the program's own answer
}

/** A socket that another user put there would get the query and could answer it. */
function requireOwn(socket: string): void {
  if (process.platform === 'win32') return;
  const { uid, mode } = lstatSync(path.dirname(socket), { throwIfNoEntry: false }) ?? {};
  if (uid !== process.getuid?.() || mode === undefined || (mode & 0o077) !== 0) throw shut();
}

/** An answer that was cut is none. */
async function whole<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw failureOf(cause, signal);
  }
}

function failureOf(cause: unknown, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError({ code: 'cancelled', message: 'The query was cancelled.' }, { cause });
  const code = errorCode(cause);
  if (['ENOENT', 'ECONNREFUSED', 'EACCES'].includes(code)) return shut(cause);
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new AppError(
      { code: 'disk_full', message: 'The disk is full.', action: 'Free some space on it, then ask again.' },
      { cause },
    );
  }
  return new AppError(
    {
      code: 'owner_gone',
      message: 'The program that has the data folder ended before the query was answered.',
      action: 'Ask again.',
    },
    { cause },
  );
}

const shut = (cause?: unknown) =>
  new AppError(
    {
      code: 'door_shut',
      message: 'The program that has the data folder answers no queries.',
      action: 'End that program, then ask again.',
    },
    { cause },
  );
