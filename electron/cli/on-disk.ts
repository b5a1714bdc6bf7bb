import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Where a file can be read from its start, again and again: standard input is copied to `copy` first. A named pipe is not
 * read but refused, like a device or a folder: it might never get a writer.
 */
export async function onDisk(file: string, copy: string): Promise<string> {
  if (file !== '-' || existsSync(file)) return file;
  await pipeline(process.stdin, createWriteStream(copy));
  return copy;
}
