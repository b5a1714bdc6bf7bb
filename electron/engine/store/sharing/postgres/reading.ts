/** A connection to a server for one question. */
import { AppError } from '#shared/errors.ts';
import type { CallContext } from '../../context.ts';
import { expectReadable } from './pull/meter.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { READING, Server } from './server.ts';

/** @throws AppError `team_server`, `team_too_slow`, `team_other_version`, `publish_address`, and `cancelled` */
export async function onServer<T>(
  from: string,
  { signal }: Pick<CallContext, 'signal'>,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  let server: Server | undefined;
  try {
    server = await Server.reading(from, signal);
    await expectReadable(server, SCHEMA_VERSION);
    return await work(server);
  } catch (error) {
    if (!signal.aborted) throw server?.failure(error) ?? error;
    throw new AppError({ code: 'cancelled', message: READING.cancelled }, { cause: error });
  } finally {
    await server?.close();
  }
}
