/** Whether the tables of a team server are there, of this program's version, and what the user may do with them. */
import type { Step, Steps } from './check-steps.ts';
import { SCHEMA_VERSION } from './schema.ts';
import type { Server } from './server.ts';

/** Steps `tables` and `rights`. */
export async function tablesAndRights(server: Server): Promise<Steps> {
  const [there] = await server.rows<{ tables: boolean; may_make: boolean; may_read: boolean; may_publish: boolean }>(
    `SELECT (SELECT count(*) = 2 FROM pg_namespace WHERE nspname IN ('v1', 'meterscope')) AS tables,
       has_database_privilege(current_database(), 'CREATE') AS may_make,
       coalesce((SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'v1'), false) AS may_read,
       coalesce((SELECT has_table_privilege(c.oid, 'INSERT') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = 'meterscope' AND c.relname = 'published'), false) AS may_publish`,
  );
  if (there?.tables !== true) {
    const action = there?.may_make
      ? 'Choose "Prepare the server": this user may.'
      : 'Ask whoever runs the server to prepare it, or enter, for once, a user who may.';
    return { tables: { state: 'failed', message: 'The database is not prepared yet: it has no tables.', action } };
  }
  if (!there.may_read) {
    return {
      tables: { state: 'ok', message: 'They are there.' },
      rights: {
        state: 'failed',
        message: 'This user may not read them.',
        action: 'Ask whoever runs the server: GRANT meterscope_reader (or meterscope_publisher) TO this user.',
      },
    };
  }
  return { tables: await tablesStep(server), rights: rightsStep(there.may_publish) };
}

async function tablesStep(server: Server): Promise<Step> {
  const [row] = await server.rows<{ version: number }>('SELECT version FROM meterscope_pull.version').catch(() => []);
  if (row?.version === SCHEMA_VERSION)
    return { state: 'ok', message: 'They are there, in the version of this program.' };
  return {
    state: 'failed',
    message: `They have ${row === undefined ? 'an old version' : `version ${row.version}`}; this program has ${SCHEMA_VERSION}.`,
    action:
      row !== undefined && row.version > SCHEMA_VERSION
        ? 'Use the version of Meterscope that others publish with.'
        : 'Prepare the server once more, as the user who prepared it.',
  };
}

function rightsStep(mayPublish: boolean): Step {
  if (mayPublish) return { state: 'ok', message: 'This user may read and publish.' };
  return {
    state: 'warning',
    message: 'This user may read only: taking meters works, publishing does not.',
    action: 'To publish, ask whoever runs the server: GRANT meterscope_publisher TO this user.',
  };
}
