import { AppError } from '#shared/errors.ts';
import {
  ANSWER_CUT,
  type AskedFor,
  type EngineClient,
  type IngestResult,
  type IngestSession,
} from '../engine/index.ts';
import type { GreenButtonClient } from '../greenbutton/index.ts';
import { type HttpStream, IncompleteAnswer } from '../http/index.ts';

/** As much of the engine as a sync uses. */
export type Engine = Pick<EngineClient, 'call' | 'ingest'>;

/** As much of the Green Button client as a sync uses. */
export type Client = Pick<GreenButtonClient, 'stream' | 'streamHref'>;

/** Where an answer goes. */
export interface Destination {
  engine: Engine;
  workspace: string;
  /** auth_uid whose token fetched it. */
  authorization?: string | undefined;
  /** What was asked for; another kind of answer is refused. */
  asked?: AskedFor | undefined;
  /** Called with the number of unpacked bytes as they come. */
  onBytes: (bytes: number) => void;
  /** Called after an answer was committed. */
  onStored: (result: IngestResult) => void;
}

/**
 * Reads an answer's body into the store, no faster than the engine takes it. All of it is committed at once, or nothing. Of one
 * that is `damaged` the caller says so, see {@link answerDamaged}.
 * For use inside `HttpClient.stream`, which asks again for an answer that was cut short.
 * @throws AppError: the reader's refusal of the document, `engine_stopped`; IncompleteAnswer for a document that did not
 *   come to its end; what the body throws when it breaks
 */
export async function feedToStore(answer: HttpStream, to: Destination): Promise<IngestResult> {
  const { engine, workspace, authorization, asked, onBytes } = to;
  const source = { kind: 'request', label: answer.url, requestId: answer.requestId } as const;
  const session = await engine.ingest({ workspace, source, authorization, asked });
  try {
    for await (const chunk of answer.body) {
      if (!(await taken(session, chunk))) break;
      onBytes(chunk.byteLength);
    }
  } catch (error) {
    await session.abort();
    throw error;
  }
  const result = await session.finish().catch(unfinished);
  to.onStored(result);
  return result;
}

/** As {@link feedToStore}, and gives the text as well: for lists, which are small. */
export async function textToStore(
  answer: HttpStream,
  to: Destination,
): Promise<{ result: IngestResult; text: string }> {
  const decoder = new TextDecoder();
  let text = '';
  async function* body() {
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk, { stream: true });
      yield chunk;
    }
  }
  const result = await feedToStore({ ...answer, body: body() }, to);
  return { result, text: text + decoder.decode() };
}

/**
 * Of an answer that could not be read everywhere. What could be read is in the store, and stays there; what is missing is asked
 * for again where the cursor stays as it was.
 */
export function answerDamaged(): AppError {
  return new AppError({
    code: 'answer_damaged',
    message: 'An answer is broken in places or has entries without data. What could be read of it was kept.',
    action:
      'Fetch it again. Where that does not help, the service has to mend it: the lines are listed under Problems.',
  });
}

/** The service's clock at an answer, epoch milliseconds; undefined where the answer does not say. */
export function answerDate({ headers }: Pick<HttpStream, 'headers'>): number | undefined {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** False once the reader refused the document: `finish` then says why, and keeps it as a problem of its source. */
async function taken(session: IngestSession, chunk: Uint8Array): Promise<boolean> {
  try {
    await session.write(chunk);
    return true;
  } catch (error) {
    if (endsJob(error)) throw error;
    return false;
  }
}

/** What `finish` rejected with, for callers: a session that a new engine does not know was lost with the old one. */
function unfinished(error: unknown): never {
  if (error instanceof AppError && error.code === ANSWER_CUT) throw new IncompleteAnswer(error);
  if (error instanceof AppError && error.code === 'session_unknown') {
    throw new AppError({
      code: 'engine_stopped',
      message: 'The data engine stopped in the middle of a feed.',
      action: 'It was started again; nothing that was saved is lost. Resume the job.',
    });
  }
  throw error;
}

/** The engine went away, or the disk takes nothing more: no other part of the job would fare better. */
const ENDS_JOB = new Set(['engine_stopped', 'disk_full']);

/** True for what ends the whole job rather than one part of it. */
export function endsJob(error: unknown): boolean {
  return error instanceof AppError && ENDS_JOB.has(error.code);
}
