/** Whole copies of a store: to give its unused space back (DuckDB keeps freed pages in its file), and to save it elsewhere. */
import { existsSync } from 'node:fs';
import { chmod, rename, rm, stat } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { Connection, memorySettings } from './database.ts';
import { sqlName, sqlText } from './sql-text.ts';
import { STORAGE } from './storage-version.ts';

/**
 * Copies a closed store into a fresh file and puts that in its place. A crash at any moment leaves one whole file.
 * @returns bytes before and after
 */
export async function compactFile(file: string): Promise<{ before: number; after: number }> {
  const before = await size(file);
  const fresh = `${file}.compact`;
  const temporary = `${fresh}.temporary`;
  // Left by a process that was killed during an earlier try.
  for (const left of [fresh, `${fresh}.wal`, temporary]) await rm(left, { recursive: true, force: true });
  const instance = await DuckDBInstance.create(':memory:', memorySettings(temporary));
  try {
    const connection = new Connection(await instance.connect());
    // What a crash left in the log is written to the file first: then one rename replaces everything.
    await connection.run(`ATTACH ${sqlText(file)} AS old`);
    await connection.run('CHECKPOINT old');
    await copyDatabase(connection, 'old', fresh);
    await connection.run('DETACH old');
    await connection.close();
  } finally {
    instance.closeSync();
  }
  if (existsSync(`${file}.wal`)) throw new Error('The log of the store is not empty, so the store was left as it is.');
  await rename(fresh, file);
  return { before, after: await size(file) };
}

/** Copies a database of the connection, as it is at this moment, into a file that is not there yet; for the user only, as a store is. */
export async function copyDatabase(connection: Connection, database: string, file: string): Promise<void> {
  await connection.run(`ATTACH ${sqlText(file)} AS fresh (STORAGE_VERSION '${STORAGE.writes}')`);
  try {
    await chmod(file, 0o600);
    await connection.run(`COPY FROM DATABASE ${sqlName(database)} TO fresh`);
    await connection.run('CHECKPOINT fresh');
  } finally {
    await connection.run('DETACH fresh');
  }
}

async function size(file: string): Promise<number> {
  return await stat(file).then(
    ({ size: bytes }) => bytes,
    () => 0,
  );
}
