/** Upserts the document's entities into `entries` and `entry_links`; the newest `updated` wins, and any over a broken one. */
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import type { StagingSink } from './sink.ts';
import type { StagedEntity } from './staged.ts';

/** Writes what is new and answers it; what the store has in a newer version, or has and is broken here, is left out. */
export async function upsertEntries(
  connection: Connection,
  sink: StagingSink,
  source: number,
  scope: string,
): Promise<StagedEntity[]> {
  if (sink.entities.length === 0) return [];
  const kept = newestOf(sink.entities);
  // A file is a world of its own: the store has nothing else of it.
  if (scope === '') for (const seq of await worse(connection)) kept.delete(seq);
  if (kept.size < sink.entities.length) {
    const list = JSON.stringify([...kept.keys()]);
    await connection.run('DELETE FROM st_entries WHERE seq NOT IN (SELECT unnest(?::JSON::INTEGER[]))', [list]);
    if (sink.links.count > 0) {
      await connection.run('DELETE FROM st_links WHERE from_hash NOT IN (SELECT key_hash FROM st_entries)');
    }
  }
  if (scope === '') {
    await connection.run('DELETE FROM entries WHERE key_hash IN (SELECT key_hash FROM st_entries)');
    await connection.run('DELETE FROM entry_links WHERE from_hash IN (SELECT key_hash FROM st_entries)');
  }
  await connection.run(
    `INSERT INTO entries (id, key_hash, source, updated, kind, scope, key, href, atom_id, title, published, entry, payload, line, implied, links, data, raw)
     SELECT id, key_hash, ?, updated, kind, ?, key, href, atom_id, title, published, entry, payload, line, false, links, data, raw
     FROM st_entries`,
    [source, scope],
  );
  if (sink.links.count > 0) await connection.run('INSERT INTO entry_links SELECT DISTINCT * FROM st_links');
  return [...kept.values()];
}

/** By their `seq` in `st_entries`: of an entity that the document has twice, the newest whole one stays, of equals the last. */
function newestOf(entities: readonly StagedEntity[]): Map<number, StagedEntity> {
  const newest = new Map<bigint, StagedEntity>();
  for (const entity of entities) {
    const known = newest.get(entity.hash);
    if (known === undefined || replaces(entity, known)) newest.set(entity.hash, entity);
  }
  const kept = new Map<number, StagedEntity>();
  for (const [index, entity] of entities.entries()) {
    if (newest.get(entity.hash) === entity) kept.set(index + 1, entity);
  }
  return kept;
}

function replaces(entity: StagedEntity, known: StagedEntity): boolean {
  if (entity.broken !== known.broken) return known.broken;
  return (entity.updated ?? 0) >= (known.updated ?? 0);
}

/** What the store has in a newer version; also what is broken here, whatever the store has of it. */
async function worse(connection: Connection): Promise<number[]> {
  const rows = await connection.rows(
    `SELECT s.seq FROM entries e JOIN st_entries s USING (key_hash)
     WHERE (s.broken OR e.updated > s.updated) AND NOT e.implied`,
  );
  return rows.map((row) => number(row.seq));
}

/** Notes on an entry to which parent it was joined and by which rule; without one it is listed as unattached. */
export async function saveParents(
  connection: Connection,
  parents: readonly { id: string; parent: string | undefined; rule: string }[],
): Promise<void> {
  if (parents.length === 0) return;
  await connection.run(
    `UPDATE entries SET parent = p->>'parent', parent_rule = p->>'rule'
     FROM (SELECT unnest(?::JSON::JSON[]) AS p) WHERE entries.id = (p->>'id')`,
    [JSON.stringify(parents)],
  );
}
