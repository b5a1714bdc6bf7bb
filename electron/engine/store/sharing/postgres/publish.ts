/**
 * Publishing a workspace to a PostgreSQL server (docs/postgres.md). What is there is compared with what is here by digests of groups of
 * rows; groups that differ are written, each with its digest in one transaction. So an end at any moment loses and doubles nothing, and
 * the next run goes on where this one was.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { PublishResult, SharingCalls } from '../../../calls/sharing.ts';
import type { CallContext } from '../../context.ts';
import type { Connection } from '../../database.ts';
import { beginOnViews } from '../../query/facts.ts';
import type { Store } from '../../store.ts';
import { makeMonths } from '../months.ts';
import { publishReadings } from './readings.ts';
import { publishViews } from './rows.ts';
import { SCHEMA_VERSION, schemaStatements } from './schema.ts';
import { publishSeries, removeSeries } from './series.ts';
import { Server } from './server.ts';

type Input = SharingCalls['publish.run']['input'];

export async function publish(input: Input, context: CallContext): Promise<PublishResult> {
  const store = context.store(input.workspace);
  const server = await Server.connect(input.to);
  try {
    return await store.read((closing) => publishTo(server, store, input, context, closing));
  } catch (error) {
    if (context.signal.aborted) {
      throw new AppError(
        {
          code: 'cancelled',
          message: 'Publishing was cancelled; what was published stays, and the next time goes on there.',
        },
        { cause: error },
      );
    }
    throw server.failure(error);
  } finally {
    await server.close();
  }
}

async function publishTo(
  server: Server,
  store: Store,
  input: Input,
  context: CallContext,
  closing: AbortSignal,
): Promise<PublishResult> {
  const connection = await store.database.connect();
  const signal = AbortSignal.any([context.signal, closing]);
  connection.interruptOn(signal);
  const folder = path.join(store.location.rawFolder, 'publishing');
  await rm(folder, { recursive: true, force: true }); // of one that was killed
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const step = (done: number, total: number, what: string) => {
    signal.throwIfAborted();
    context.emit('export.progress', { workspace: input.workspace, token: input.token, done, total, step: what });
  };
  try {
    await beginOnViews(connection, store);
    if (input.prepare === true) await prepare(server, connection);
    await expectVersion(server);
    const publication = { connection, server, publisher: input.workspace, folder, step };
    const { name, program } = { name: input.about.workspace, program: `${input.about.program} ${input.about.version}` };
    await server.run(
      `INSERT INTO meterscope.publishers VALUES ($1, $2, $3, now()) ON CONFLICT (publisher) DO UPDATE SET name = $2, program = $3, published_at = now()`,
      [input.workspace, name, program],
    );
    step(0, 0, 'Comparing');
    await makeMonths(connection, 'utc');
    await publishSeries(publication);
    const readings = await publishReadings(publication);
    const rows = await publishViews(publication);
    await removeSeries(publication);
    await connection.run('ROLLBACK'); // nothing was changed here
    return { ...readings, ...rows };
  } finally {
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function versionOf(server: Server): Promise<number | undefined> {
  const [there] = await server.rows<{ found: string | null }>(
    `SELECT to_regclass('meterscope.schema_version')::text AS found`,
  );
  if (there?.found == null) return undefined;
  const [row] = await server.rows<{ version: number }>('SELECT version FROM meterscope.schema_version');
  return row?.version;
}

async function prepare(server: Server, connection: Connection): Promise<void> {
  await server.transaction(async () => {
    await server.run(`SELECT pg_advisory_xact_lock(hashtext('meterscope.prepare'))`);
    if ((await versionOf(server)) !== undefined) return;
    for (const statement of await schemaStatements(connection)) await server.run(statement);
  });
}

async function expectVersion(server: Server): Promise<void> {
  const version = await versionOf(server);
  if (version === SCHEMA_VERSION) return;
  throw new AppError(
    version === undefined
      ? {
          code: 'publish_not_prepared',
          message: 'The database has no place for readings yet.',
          action: 'Publish once with --prepare as a user who may create schemas and roles.',
        }
      : {
          code: 'publish_other_version',
          message: `The database has version ${version} of the tables; this program writes version ${SCHEMA_VERSION}.`,
          action: 'Publish with a version of Meterscope that writes these tables, or to another database.',
        },
  );
}
