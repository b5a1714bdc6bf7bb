/** What this workspace has from a team server: a cursor for each meter, written with its data. */
import { createHash } from 'node:crypto';
import type { Connection } from '../../../database.ts';
import { text } from '../../../row.ts';

/** Names of these cursors begin so. */
export const PULLED = 'pulled ';

export interface PulledMeter {
  /** Where it came from, without password. */
  server: string;
  /** Its id on the server, and here; that one is empty until all of it was taken. */
  there: string;
  here: string;
  /** Source that holds it. */
  source: string;
  /** What was there: another one says that the server has something else now. Empty until all is decided as there. */
  mark: string;
}

/** The name of its cursor. The user of the server is no part of it. */
export function pulledName(server: string, there: string): string {
  return `${PULLED}${identityOf(server, there)}`;
}

/** Host with port, and database: however they are written. */
function placeIn(server: string): [host: string, database: string] {
  const { hostname, port, pathname } = new URL(server);
  return [`${hostname.toLowerCase()}:${port || '5432'}`, pathname];
}

/** Whether two addresses are of one database. */
export function isSamePlace(one: string, other: string): boolean {
  return placeIn(one).join('') === placeIn(other).join('');
}

/** What makes a meter of a server the same meter when it is pulled again. */
export function identityOf(server: string, there: string): string {
  return createHash('sha256')
    .update(JSON.stringify([...placeIn(server), there]))
    .digest('hex');
}

/** Ids of the meters that came from no server. @param pulled all that did */
export async function ownMeters(connection: Connection, pulled: readonly PulledMeter[]): Promise<string[]> {
  const taken = new Set(pulled.map(({ here }) => here));
  const rows = await connection.rows('SELECT id FROM usage_points');
  return rows.map(({ id }) => text(id)).filter((id) => !taken.has(id));
}

/** Whether one meter is here and came from no server, without a look at all of them. @param pulled all that did */
export async function isOwnMeter(
  connection: Connection,
  pulled: readonly PulledMeter[],
  meter: string,
): Promise<boolean> {
  if (pulled.some(({ here }) => here === meter)) return false;
  return (await connection.row('SELECT 1 AS one FROM usage_points WHERE id = ?', [meter])) !== undefined;
}

/** All meters that were pulled. */
export async function pulledMeters(connection: Connection): Promise<PulledMeter[]> {
  const rows = await connection.rows('SELECT value FROM cursors WHERE starts_with(name, ?) ORDER BY name', [PULLED]);
  return rows.map((row) => JSON.parse(text(row.value)) as PulledMeter); // written by `pull.ts`
}
