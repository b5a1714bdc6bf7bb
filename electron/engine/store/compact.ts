/** Gives a store's unused space back: DuckDB keeps freed pages in its file, a fresh copy has none. */
import { rename, rm, stat } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';

/**
 * Copies a closed store into a fresh file and puts that in its place. A crash at any moment leaves one whole file.
 * @returns bytes before and after
 */
export async function compactFile(file: string): Promise<{ before: number; after: number }> {
  const before = await size(file);
  const fresh = `${file}.compact`;
  await rm(fresh, { force: true });
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    await connection.run(`ATTACH ${quoted(file)} AS old (READ_ONLY)`);
    // The version that database.ts asks for, so that other DuckDB tools can open it.
    await connection.run(`ATTACH ${quoted(fresh)} AS fresh (STORAGE_VERSION 'v1.2.0')`);
    await connection.run('COPY FROM DATABASE old TO fresh');
    await connection.run('CHECKPOINT fresh');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  await rename(fresh, file);
  await rm(`${file}.wal`, { force: true });
  return { before, after: await size(file) };
}

async function size(file: string): Promise<number> {
  return await stat(file).then(
    ({ size: bytes }) => bytes,
    () => 0,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
