/** Documents that are kept as they came: opened files, and the answers of the service that a store was made of. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';
import type { SomeHandlers } from '../context.ts';
import { json, number, text } from '../row.ts';
import { spoolSource, unchangedFile } from './source-bytes.ts';

/** The newest that a list shows. */
const MAX_LIST = 2_000;

export const documentHandlers = {
  'documents.list': async ({ workspace, authorization }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT * FROM sources WHERE (spool IS NOT NULL OR path IS NOT NULL)
       ${authorization === undefined ? '' : 'AND authorization_uid = $1'} ORDER BY read_at DESC, source DESC LIMIT ${MAX_LIST}`,
      authorization === undefined ? [] : [authorization],
    );
    return rows.map((row) => ({
      source: text(row.id),
      kind: text(row.kind) === 'file' ? 'file' : 'request',
      label: text(row.label),
      at: number(row.read_at),
      bytes: number(row.bytes),
      holds: (json(row.payloads) ?? {}) as Record<string, number>, // written from a FeedSummary
    }));
  },
  'documents.locate': async ({ workspace, source, copyTo }, context) => {
    const store = context.store(workspace);
    const row = await store.database.reader.row('SELECT * FROM sources WHERE id = ?', [source]);
    if (row === undefined || (row.spool === null && row.path === null)) throw unknownDocument();
    const label = text(row.label);
    if (row.spool === null) return { label, path: await unchangedFile(row) };
    await pipeline(Readable.from(spoolSource(store, row)), createWriteStream(copyTo, { mode: 0o600 }), {
      signal: context.signal,
    });
    return { label, path: copyTo };
  },
} satisfies SomeHandlers;

function unknownDocument(): AppError {
  return new AppError({
    code: 'document_unknown',
    message: 'This document is not kept any more.',
    action: 'Open the file again, or fetch the data again.',
  });
}
