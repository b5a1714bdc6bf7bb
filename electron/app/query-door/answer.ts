/** One request at the door: who may ask, what may be asked, and the answer. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import { pipeline } from 'node:stream/promises';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import { withPassingFolder } from '../../common/passing-folder.ts';
import { sameText } from '../../common/same-text.ts';
import { storedWorkspace } from '../../connections/index.ts';
import type { BaseParts } from '../base-parts.ts';
import { QUERY_PATH, type Question, question, ROWS_HEADER } from './question.ts';

/** A query of the greatest length, each of its characters escaped, and its parameters. */
const MOST_BYTES = 1024 * 1024;

interface Asking {
  secret: string;
  idleMs: number;
  /** The program ends. */
  closing: AbortSignal;
}

/** What a request is refused with before anything is done; the connection ends with it. */
class Refused extends AppError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super({ code, message });
    this.status = status;
  }
}

type Parts = Pick<BaseParts, 'connections' | 'engine' | 'host' | 'policy'>;

/** Never rejects. */
export async function answerQuestion(
  parts: Parts,
  { secret, idleMs, closing }: Asking,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  // Also Ctrl+C of the command: its query ends with it.
  response.once('close', () => gone.abort());
  try {
    requireAllowed(request, secret);
    const asked = questionIn(await bodyOf(request));
    await answer(parts, asked, AbortSignal.any([gone.signal, closing]), { response, idleMs });
  } catch (error) {
    if (response.headersSent) response.destroy();
    else sendFailure(response, error);
  }
}

/** @throws Refused */
function requireAllowed(request: IncomingMessage, secret: string): void {
  if (!sameText(request.headers.authorization ?? '', `Bearer ${secret}`))
    throw new Refused(401, 'door_closed', 'Only who knows the secret may ask here.');
  if (request.url !== QUERY_PATH) throw new Refused(404, 'call_unknown', 'Only queries are answered here.');
  if (request.method !== 'POST') throw new Refused(405, 'call_unknown', 'A query is sent with POST.');
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge();
}

const tooLarge = () => new Refused(413, 'too_large', 'The question is too large.');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function questionIn(text: string): Question {
  const parsed = question.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new Refused(400, 'bad_input', 'This is no question that is answered here.');
}

async function answer(
  { connections, engine, host, policy }: Parts,
  asked: Question,
  signal: AbortSignal,
  { response, idleMs }: { response: ServerResponse; idleMs: number },
): Promise<void> {
  const { id: workspace } = storedWorkspace(connections.workspaces.list(), host.paths.data, asked.workspace);
  const { sql, parameters, seconds } = asked;
  if (asked.as === 'table') {
    const { limit } = asked;
    const rows = await engine.call('query.run', { workspace, sql, parameters, seconds, limit }, { signal });
    response.setTimeout(idleMs, () => response.destroy());
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(rows));
    return;
  }
  const { format, rawText } = asked;
  policy.requireExport(format);
  await withPassingFolder(os.tmpdir(), async (folder) => {
    const input = { workspace, sql, parameters, seconds, folder, name: 'rows', format, rawText };
    const { file, rows } = await engine.call('query.write', input, { signal });
    response.setTimeout(idleMs, () => response.destroy());
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': (await stat(file)).size,
      [ROWS_HEADER]: rows,
      connection: 'close',
    });
    await pipeline(createReadStream(file), response);
  });
}

function sendFailure(response: ServerResponse, thrown: unknown): void {
  const status = thrown instanceof Refused ? thrown.status : 422;
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify(toErrorValue(thrown)));
}
