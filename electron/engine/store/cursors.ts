/** Cursors of incremental sync; a feed's own are written with its rows. */
import type { Cursor } from '../calls/ingest.ts';
import type { Connection } from './database.ts';

/** Writes cursors inside the caller's transaction. */
export async function saveCursors(connection: Connection, cursors: readonly Cursor[]): Promise<void> {
  for (const cursor of cursors) {
    await connection.run('INSERT OR REPLACE INTO cursors VALUES (?, ?, ?)', [cursor.name, cursor.value, Date.now()]);
  }
}
