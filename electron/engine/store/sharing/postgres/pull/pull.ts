/**
 * Taking a meter from a PostgreSQL server into the store (docs/postgres.md): it is read as a document of its own, like an opened file, and
 * replaces what the same meter gave before. So charts, numbers and reports are those of any meter.
 */
import type { Cursor } from '../../../../calls/ingest.ts';
import type { PullCalls } from '../../../../calls/sharing.ts';
import type { CallContext, SomeHandlers } from '../../../context.ts';
import { saveCursors } from '../../../cursors.ts';
import { Session } from '../../../intake/session.ts';
import { removeScope } from '../../../remove-scope.ts';
import { text } from '../../../row.ts';
import type { Store } from '../../../store.ts';
import { onServer } from '../reading.ts';
import { placeOf, type Server } from '../server.ts';
import { WORDS } from '../team/words.ts';
import { decideAsThere } from './decide.ts';
import { meterDocument } from './document.ts';
import { type MeterThere, meterThere } from './meter.ts';
import { identityOf, isOwnMeter, isSamePlace, type PulledMeter, pulledMeters, pulledName } from './pulled.ts';

export const pullHandlers = {
  'pull.meter': async ({ workspace, from, meter, token }, context) =>
    await onServer(from, context, (server) => pullMeter(server, { workspace, meter, token }, context)),
  'pull.known': async ({ workspace, from }, context) => {
    const all = await pulledMeters(context.store(workspace).database.reader);
    return all.filter(({ server }) => isSamePlace(server, placeOf(from)));
  },
  'pull.list': async ({ from, search, limit }, context) =>
    await onServer(from, context, async (server) => {
      const words = search.split(/\s+/).filter((word) => word !== '');
      const rows = await server.rows<ListedRow>(
        `SELECT m.usage_point AS id, coalesce(m.meter_number, m.uid) AS meter, m.customer, m.service, m.tariff, coalesce(m.readings, 0)::float8 AS readings,
           to_char(m.last_utc, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS last, (SELECT min(c.coverage) FROM v1.coverage c WHERE c.usage_point = m.usage_point) AS coverage,
           p.name AS publisher, to_char(p.ended_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS published
         FROM v1.meters m LEFT JOIN meterscope_pull.publishers p ON p.publisher = m.publisher
         WHERE NOT EXISTS (SELECT FROM unnest($1::text[]) AS w WHERE strpos(${WORDS}, lower(w)) = 0)
         ORDER BY 2, 1 LIMIT $2`,
        [words, limit + 1],
      );
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    }),
} satisfies SomeHandlers;

type ListedRow = PullCalls['pull.list']['output']['rows'][number];

async function pullMeter(
  server: Server,
  { workspace, meter, token }: Omit<PullCalls['pull.meter']['input'], 'from'>,
  context: CallContext,
): Promise<PullCalls['pull.meter']['output']> {
  const store = context.store(workspace);
  const pulled = await pulledMeters(store.database.reader);
  const known = pulled.find((one) => pulledName(one.server, one.there) === pulledName(server.place, meter));
  const there = await meterThere(server, meter);
  if (there === undefined) {
    if (known) await remove(store, known);
    return { state: known ? 'removed' : 'unknown', readings: 0 };
  }
  const isHere = known && (await hasSource(store, known.source));
  const readings = there.months.reduce((sum, { rows }) => sum + rows, 0);
  if (isHere && known.mark === there.mark) return { state: 'same', usagePoint: known.here, readings };
  // A copy beside it would be counted twice. One that was taken before stays until its file is removed (docs/postgres.md).
  if (await isOwnMeter(store.database.reader, pulled, meter)) return { state: 'own', usagePoint: meter, readings: 0 };
  const told = (done: number) =>
    context.emit('export.progress', { workspace, token, done, total: readings, step: 'Taking readings' });
  const { source, here } = await take(server, store, { there, readings, told }, context);
  const taken = { server: server.place, there: meter, here, source };
  // Which meter it is here is known only now.
  await keep(store, { ...taken, mark: '' });
  await decideAsThere({ workspace, usagePoint: here, there }, context);
  // Its mark comes last: until that is there, the next pull takes the meter again.
  await keep(store, { ...taken, mark: there.mark });
  return { state: 'pulled', usagePoint: here, readings };
}

interface Taken {
  there: MeterThere;
  /** How many there are. */
  readings: number;
  /** Says how many were read so far. */
  told: (readings: number) => void;
}

/** Reads the document of a meter into the store; all of it is committed at once. */
async function take(
  server: Server,
  store: Store,
  { there, readings: expected, told }: Taken,
  context: CallContext,
): Promise<{ source: string; here: string }> {
  const { meter } = there;
  const session = await Session.begin(store, {
    read: context.read,
    turn: context.turn,
    source: {
      kind: 'file',
      // Without the name of the user.
      label: `Meter ${meter.meter_number ?? meter.uid} of ${server.place.replace(/\/\/[^/@]*@/, '//')}`,
      identity: identityOf(server.place, meter.usage_point),
    },
    progress: (progress) => told(progress.readings),
  });
  context.sessions.set(session.id, session);
  try {
    for await (const bytes of meterDocument(server, there)) await session.write(bytes);
  } catch (error) {
    await session.abort();
    throw error;
  } finally {
    context.sessions.delete(session.id);
  }
  // In the transaction that brings its data: it is a copy from the first moment on, and where the rest is cut off.
  const copy = { server: server.place, there: meter.usage_point, here: '', source: session.id, mark: '' };
  const { source, usagePoints, readings } = await session.finish([cursorOf(copy)]);
  const [here] = usagePoints;
  if (here === undefined || readings !== expected) throw new Error(`${readings} of ${expected} readings were read.`);
  return { source, here };
}

async function hasSource(store: Store, source: string): Promise<boolean> {
  return (await store.database.reader.row('SELECT 1 AS one FROM sources WHERE id = ? AND ok', [source])) !== undefined;
}

/** Writes the cursor of a meter. */
async function keep(store: Store, pulled: PulledMeter): Promise<void> {
  await store.write((connection) => saveCursors(connection, [cursorOf(pulled)]));
}

function cursorOf(pulled: PulledMeter): Cursor {
  return { name: pulledName(pulled.server, pulled.there), value: JSON.stringify(pulled) };
}

async function remove(store: Store, known: PulledMeter): Promise<void> {
  await store.write(async (connection) => {
    const row = await connection.row('SELECT scope FROM sources WHERE id = ?', [known.source]);
    if (row !== undefined) await removeScope(connection, text(row.scope));
    await connection.run('DELETE FROM cursors WHERE name = ?', [pulledName(known.server, known.there)]);
  });
}
