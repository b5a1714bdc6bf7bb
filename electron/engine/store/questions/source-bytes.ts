/** The bytes of documents as they came: of the file that was opened, or of the body that was kept beside the store. */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { type ByteSource, fileSource, utf8Source } from '../../reader/index.ts';
import type { Row } from '../database.ts';
import { number, text } from '../row.ts';
import { readSpool, type SpoolMember } from '../spool.ts';
import type { Store } from '../store.ts';

/** A spooled body is read again in steps of the size of its members. */
const SPOOL_STEP = 1 << 20;

/** Places are counted in the UTF-8 that was read: a document in another encoding is converted again up to there. */
export async function bytesOf(store: Store, row: Row, start: number, end: number): Promise<Buffer> {
  const encoded = row.encoding !== null;
  if (row.spool !== null) {
    return encoded ? await cutUtf8(spoolSource(store, row), start, end) : await fromSpool(store, row, start, end);
  }
  const file = await unchangedFile(row);
  return encoded ? await cutUtf8(fileSource(file), start, end) : await fromFile(file, start, end);
}

/** Bytes [start, end) of a document after its conversion to UTF-8. */
async function cutUtf8(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let at = 0;
  for await (const chunk of (await utf8Source(source)).chunks) {
    if (at + chunk.length > start) parts.push(chunk.slice(Math.max(0, start - at), end - at));
    at += chunk.length;
    if (at >= end) break;
  }
  return Buffer.concat(parts);
}

/** The whole body of a request, a member of its spool at a time. */
export async function* spoolSource(store: Store, row: Row): AsyncGenerator<Uint8Array> {
  const last = await store.database.reader.row('SELECT max(body_end) AS body_end FROM spool_members WHERE source = ?', [
    number(row.source),
  ]);
  const length = number(last?.body_end);
  for (let at = 0; at < length; at += SPOOL_STEP)
    yield await fromSpool(store, row, at, Math.min(length, at + SPOOL_STEP));
}

async function fromSpool(store: Store, row: Row, start: number, end: number): Promise<Buffer> {
  const rows = await store.database.reader.rows(
    'SELECT * FROM spool_members WHERE source = ? AND body_end > ? AND body_start < ? ORDER BY body_start',
    [number(row.source), start, end],
  );
  const members: SpoolMember[] = rows.map((member) => ({
    bodyStart: number(member.body_start),
    bodyEnd: number(member.body_end),
    fileStart: number(member.file_start),
    fileEnd: number(member.file_end),
  }));
  return await readSpool(path.join(store.location.rawFolder, text(row.spool)), members, start, end);
}

/** The path of the file that was opened, if it is still the same; else rejects with `raw_file_changed`. */
export async function unchangedFile(row: Row): Promise<string> {
  const file = text(row.path);
  const found = await stat(file).catch(() => undefined);
  if (
    found === undefined ||
    found.size !== number(row.file_bytes) ||
    Math.trunc(found.mtimeMs) !== number(row.file_modified)
  ) {
    throw new AppError({
      code: 'raw_file_changed',
      message: `The raw text is read from ${path.basename(file)}, which was moved or changed since it was opened.`,
      action: 'Open the file again.',
    });
  }
  return file;
}

async function fromFile(file: string, start: number, end: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(end - start);
    await handle.read(bytes, 0, bytes.byteLength, start);
    return bytes;
  } finally {
    await handle.close();
  }
}
