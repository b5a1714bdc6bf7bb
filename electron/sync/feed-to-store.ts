import { AppError } from '#shared/errors.ts';
import type { EngineClient, IngestResult, IngestSession } from '../engine/index.ts';
import type { GreenButtonClient } from '../greenbutton/index.ts';
import type { HttpAnswer, HttpStream } from '../http/index.ts';

/** As much of the engine as a sync uses. */
export type Engine = Pick<EngineClient, 'call' | 'ingest'>;

/** As much of the Green Button client as a sync uses. */
export type Client = Pick<GreenButtonClient, 'get' | 'stream' | 'streamHref'>;

/** Where an answer goes. */
export interface Destination {
  engine: Engine;
  workspace: string;
  /** auth_uid whose token fetched it. */
  authorization?: string | undefined;
  /** Told of unpacked bytes as they come. */
  onBytes: (bytes: number) => void;
  /** Told after an answer was committed. */
  onStored: (result: IngestResult) => void;
}

/**
 * Reads an answer's body into the store, no faster than the engine takes it. All of it is committed at once, or nothing.
 * @throws AppError: the reader's refusal of the document, `engine_stopped`; what the body throws when it breaks
 */
export async function feedToStore(answer: HttpStream, to: Destination): Promise<IngestResult> {
  const { engine, workspace, authorization, onBytes } = to;
  const source = { kind: 'request', label: answer.url, requestId: answer.requestId } as const;
  const session = await engine.ingest({ workspace, source, authorization });
  try {
    for await (const chunk of answer.body) {
      if (!(await taken(session, chunk))) break;
      onBytes(chunk.byteLength);
    }
  } catch (error) {
    await session.abort();
    throw error;
  }
  const result = await session.finish().catch(lostSession);
  to.onStored(result);
  return result;
}

/** As {@link feedToStore}, for a body that is in memory already. */
export async function answerToStore(answer: HttpAnswer, to: Destination): Promise<IngestResult> {
  async function* body() {
    yield answer.body;
  }
  return await feedToStore({ ...answer, body: body() }, to);
}

/** False once the reader refused the document: `finish` then says why, and keeps it as a problem of its source. */
async function taken(session: IngestSession, chunk: Uint8Array): Promise<boolean> {
  try {
    await session.write(chunk);
    return true;
  } catch (error) {
    if (isCrash(error)) throw error;
    return false;
  }
}

/** A session that a new engine does not know was lost with the old one. */
function lostSession(error: unknown): never {
  if (error instanceof AppError && error.code === 'session_unknown') {
    throw new AppError({ code: 'engine_stopped', message: 'The data engine stopped in the middle of a feed.' });
  }
  throw error;
}

/** True for what ends the whole job rather than one part of it: the engine went away. */
export function isCrash(error: unknown): boolean {
  return error instanceof AppError && error.code === 'engine_stopped';
}
