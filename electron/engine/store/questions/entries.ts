/** Entries as they were received, those that hang nowhere, and what was wrong with documents. */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CallOutput } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { type ByteSource, fileSource, utf8Source } from '../../reader/index.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { readSpool, type SpoolMember } from '../spool.ts';
import type { Store } from '../store.ts';

type RawEntry = CallOutput<'entries.raw'>;

/** An entry longer than this is cut for display; one entry may hold a gigabyte of blocks. */
const MAX_RAW = 512 * 1024;
const MAX_LIST = 10_000;
/** A spooled body is read again in steps of the size of its members. */
const SPOOL_STEP = 1 << 20;

export const entryHandlers = {
  'entries.raw': async ({ workspace, id }, context) => {
    const store = context.store(workspace);
    return (await rawBlock(store, id)) ?? (await rawEntity(store, id)) ?? notThere();
  },
  'entries.unattached': async ({ workspace }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows(
        `SELECT id, kind, title, href FROM entries WHERE parent_rule = 'unattached' ORDER BY kind, id LIMIT ${MAX_LIST}`,
      );
    return rows.map((row) => ({
      id: text(row.id),
      kind: text(row.kind),
      title: optionalText(row.title),
      href: optionalText(row.href),
    }));
  },
  'problems.list': async ({ workspace, source }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT p.*, s.label FROM problems p JOIN sources s USING (source)
       ${source === undefined ? '' : 'WHERE s.id = $1 OR s.request_id = $1'} ORDER BY p.source DESC, p.ordinal LIMIT ${MAX_LIST}`,
      source === undefined ? [] : [source],
    );
    return rows.map((row) => ({
      code: text(row.code),
      severity: text(row.severity) as 'error' | 'warning' | 'info', // written from the reader's own type
      message: text(row.message),
      line: optionalNumber(row.line),
      column: optionalNumber(row.col),
      entry: optionalNumber(row.entry),
      raw: optionalText(row.raw),
      source: text(row.label),
    }));
  },
} satisfies SomeHandlers;

async function rawEntity(store: Store, id: string): Promise<RawEntry | undefined> {
  const row = await store.database.reader.row(
    `SELECT e.id, e.kind AS entry_kind, e.href, e.raw, s.* EXCLUDE (id) FROM entries e JOIN sources s USING (source) WHERE e.id = ? LIMIT 1`,
    [id],
  );
  if (row === undefined) return undefined;
  const xml = text(row.raw);
  return {
    id,
    kind: text(row.entry_kind),
    href: optionalText(row.href),
    xml: xml.slice(0, MAX_RAW),
    cut: xml.length > MAX_RAW,
    source: sourceView(row),
  };
}

async function rawBlock(store: Store, id: string): Promise<RawEntry | undefined> {
  const row = await store.database.reader.row(
    `SELECT b.id AS block_id, b.href, b.byte_start, b.byte_end, s.* FROM interval_blocks b JOIN sources s USING (source)
     WHERE b.id = ? LIMIT 1`,
    [id],
  );
  if (row === undefined) return undefined;
  const start = number(row.byte_start);
  const end = Math.min(number(row.byte_end), start + MAX_RAW);
  const bytes = await bytesOf(store, row, start, end);
  return {
    id,
    kind: 'IntervalBlock',
    href: optionalText(row.href),
    xml: bytes.toString('utf8'),
    cut: end < number(row.byte_end),
    source: sourceView(row),
  };
}

/** Places are counted in the UTF-8 that was read: a document in another encoding is converted again up to there. */
async function bytesOf(store: Store, row: Row, start: number, end: number): Promise<Buffer> {
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
async function* spoolSource(store: Store, row: Row): AsyncGenerator<Uint8Array> {
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
async function unchangedFile(row: Row): Promise<string> {
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

function sourceView(row: Row): RawEntry['source'] {
  return {
    kind: text(row.kind) === 'file' ? 'file' : 'request',
    label: text(row.label),
    requestId: optionalText(row.request_id),
    at: number(row.read_at),
  };
}

function notThere(): never {
  throw new AppError({
    code: 'entry_unknown',
    message: 'This entry is not in the workspace.',
    action: 'It may have been replaced by a newer fetch. Go back and open it again.',
  });
}
