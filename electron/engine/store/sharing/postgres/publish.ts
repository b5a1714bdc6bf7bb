/**
 * Publishing a workspace to a PostgreSQL server (docs/postgres.md). What is there is compared with what is here by digests of groups of
 * rows; groups that differ are written, each with its digest in one transaction. So an end at any moment loses and doubles nothing, and
 * the next run goes on where this one was.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { Agreement, PublishResult, SharingCalls } from '../../../calls/sharing.ts';
import type { CallContext } from '../../context.ts';
import { beginOnViews } from '../../query/facts.ts';
import type { Store } from '../../store.ts';
import { makeMonths } from '../months.ts';
import { agreementOf } from './agreement.ts';
import { findCopies } from './copies.ts';
import { expectVersion, prepare } from './preparing.ts';
import type { Publication } from './publication.ts';
import { publishReadings } from './readings.ts';
import { publishViews } from './rows.ts';
import { publishSeries, removeSeries } from './series.ts';
import { COMPARING, type Doing, PREPARING, PUBLISHING, Server } from './server.ts';

type Input = SharingCalls['publish.run']['input'];
type Place = SharingCalls['publish.compare']['input'];

/** Brings the server to what the store holds. */
export async function publish(input: Input, context: CallContext): Promise<PublishResult> {
  return await withServer(input, context, PUBLISHING, async (publication) => {
    const { connection, server, publisher, copies, step } = publication;
    if (input.prepare === true) await prepare(server, connection);
    await expectVersion(server);
    const { name, program } = { name: input.about.workspace, program: `${input.about.program} ${input.about.version}` };
    await server.run(
      `INSERT INTO meterscope.publishers VALUES ($1, $2, $3, now(), NULL)
       ON CONFLICT (publisher) DO UPDATE SET name = $2, program = $3, published_at = now(), ended_at = NULL`,
      [publisher, name, program],
    );
    step(0, 0, 'Comparing');
    await makeMonths(connection, 'utc');
    await connection.run('DELETE FROM shared_months WHERE usage_point IN (FROM copied_points)');
    await publishSeries(publication);
    const readings = await publishReadings(publication);
    const rows = await publishViews(publication);
    await removeSeries(publication);
    await server.run('UPDATE meterscope.publishers SET ended_at = now() WHERE publisher = $1', [publisher]);
    return { ...readings, ...rows, copies };
  });
}

/** Makes schemas and roles where they are not there. */
export async function prepareServer(
  input: SharingCalls['publish.prepare']['input'],
  context: CallContext,
): Promise<undefined> {
  await withServer(input, context, PREPARING, async ({ server, connection }) => await prepare(server, connection));
  return undefined;
}

/** Whether the server holds what the store holds; changes nothing there. */
export async function compare(
  input: SharingCalls['publish.compare']['input'],
  context: CallContext,
): Promise<Agreement> {
  return await withServer(input, context, COMPARING, async (publication) => {
    await expectVersion(publication.server);
    return await agreementOf(publication);
  });
}

/** Works on the server and on the store as it is at one moment. */
async function withServer<T>(
  input: Place,
  context: CallContext,
  doing: Doing,
  work: (publication: Publication) => Promise<T>,
): Promise<T> {
  const store = context.store(input.workspace);
  return await store.read(async (closing) => {
    const signal = AbortSignal.any([context.signal, closing]);
    let server: Server | undefined;
    try {
      server = await Server.connect(input.to, doing, signal);
      return await onStore(server, store, input, context, signal, work);
    } catch (error) {
      if (signal.aborted) throw new AppError({ code: 'cancelled', message: doing.cancelled }, { cause: error });
      throw server?.failure(error) ?? error;
    } finally {
      await server?.close();
    }
  });
}

async function onStore<T>(
  server: Server,
  store: Store,
  input: Place,
  context: CallContext,
  signal: AbortSignal,
  work: (publication: Publication) => Promise<T>,
): Promise<T> {
  const connection = await store.database.connect();
  connection.interruptOn(signal);
  await mkdir(store.publishingFolder, { recursive: true, mode: 0o700 });
  // Another one of this workspace may be under way.
  const folder = await mkdtemp(path.join(store.publishingFolder, 'run-'));
  const step = (done: number, total: number, what: string) => {
    signal.throwIfAborted();
    context.emit('export.progress', { workspace: input.workspace, token: input.token, done, total, step: what });
  };
  try {
    await beginOnViews(connection, store);
    const copies = await findCopies(connection);
    const result = await work({ connection, server, publisher: input.workspace, copies, folder, step });
    await connection.run('ROLLBACK'); // nothing was changed here
    return result;
  } finally {
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}
