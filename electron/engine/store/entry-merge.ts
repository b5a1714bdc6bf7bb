/** Upserts the document's entities into `entries` and `entry_links`; the newest `updated` wins. */
import type { Connection } from './database.ts';
import type { StagingSink } from './sink.ts';
import type { StagedEntity } from './staged.ts';

/** Writes what is new and answers it; what the store has in a newer version is left out. */
export async function upsertEntries(
  connection: Connection,
  sink: StagingSink,
  source: number,
  scope: string,
): Promise<StagedEntity[]> {
  if (sink.entities.length === 0) return [];
  // Of an entity that the document has twice, the newest stays, of equals the last.
  await connection.run(
    `CREATE TEMP TABLE st_kept AS SELECT key_hash, max_by(seq, (coalesce(updated, 0), seq)) AS seq FROM st_entries GROUP BY key_hash`,
  );
  await connection.run(
    `DELETE FROM st_kept WHERE key_hash IN (
       SELECT e.key_hash FROM entries e JOIN st_entries s USING (key_hash) JOIN st_kept k ON k.seq = s.seq
       WHERE e.updated > s.updated AND NOT e.implied)`,
  );
  await connection.run('DELETE FROM entries WHERE key_hash IN (SELECT key_hash FROM st_kept)');
  await connection.run('DELETE FROM entry_links WHERE from_hash IN (SELECT key_hash FROM st_kept)');
  await connection.run(
    `INSERT INTO entries (id, key_hash, source, updated, kind, scope, key, href, atom_id, title, published, entry, payload, line, implied, links, data, raw)
     SELECT id, s.key_hash, ?, updated, kind, ?, key, href, atom_id, title, published, entry, payload, line, false, links, data, raw
     FROM st_entries s JOIN st_kept k ON k.seq = s.seq ORDER BY s.seq`,
    [source, scope],
  );
  await connection.run(
    'INSERT INTO entry_links SELECT DISTINCT l.* FROM st_links l WHERE from_hash IN (SELECT key_hash FROM st_kept)',
  );
  const kept = await connection.rows('SELECT seq FROM st_kept ORDER BY seq');
  const fresh: StagedEntity[] = [];
  for (const row of kept) {
    const entity = sink.entities[Number(row.seq) - 1];
    if (entity !== undefined) fresh.push(entity);
  }
  return fresh;
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
