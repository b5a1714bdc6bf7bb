/** Tables of a server: made once, and of the version that this program writes. */
import { AppError } from '#shared/errors.ts';
import type { Connection } from '../../database.ts';
import { SCHEMA_VERSION, schemaStatements, upgradeStatements } from './schema.ts';
import type { Server } from './server.ts';

async function versionOf(server: Server): Promise<number | undefined> {
  const [there] = await server.rows<{ found: string | null }>(
    `SELECT to_regclass('meterscope.schema_version')::text AS found`,
  );
  if (there?.found == null) return undefined;
  const [row] = await server.rows<{ version: number }>('SELECT version FROM meterscope.schema_version');
  return row?.version;
}

/** Makes schemas and roles where they are not there, and brings those of version 1 to this one. */
export async function prepare(server: Server, connection: Connection): Promise<void> {
  await server.transaction(async () => {
    await server.run(`SELECT pg_advisory_xact_lock(hashtext('meterscope.prepare'))`);
    const version = await versionOf(server);
    const statements = version === undefined ? schemaStatements : version === 1 ? upgradeStatements : undefined;
    for (const statement of (await statements?.(connection)) ?? []) await server.run(statement);
  });
}

/** @throws AppError `publish_not_prepared`, `publish_other_version` */
export async function expectVersion(server: Server): Promise<void> {
  const version = await versionOf(server);
  if (version === SCHEMA_VERSION) return;
  throw new AppError(
    version === undefined
      ? {
          code: 'publish_not_prepared',
          message: 'The database is not prepared yet: it has no tables.',
          action:
            'Choose "Prepare the server" on the Share screen, or publish once with --prepare, as a user who may create schemas and roles.',
        }
      : {
          code: 'publish_other_version',
          message: `The database has version ${version} of the tables; this program writes version ${SCHEMA_VERSION}.`,
          action:
            version < SCHEMA_VERSION
              ? 'Prepare the server once more, on the Share screen or with --prepare, as the user who prepared it: that brings the tables to this version.'
              : 'Publish with a version of Meterscope that writes these tables, or to another database.',
        },
  );
}
