/** Documents that are kept as they came: opened files, and the answers of the service that a store was made of. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredDocument } from '#shared/contract/conformance.ts';
import { AppError } from '#shared/errors.ts';
import { type DOCUMENT_COLUMNS, DOCUMENT_FILTERS } from '#shared/list-columns.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { json, number, text } from '../row.ts';
import { naturalKey } from '../sql-words.ts';
import { type ListPlan, listChoices, listPage, textsHave } from './list-page.ts';
import { LIKE_A_TIME, timeWords } from './shown-time.ts';
import { spoolSource, unchangedFile } from './source-bytes.ts';

/** Without what the addresses of a service have in common. */
const SHOWN_LABEL = `regexp_replace(l.label, '^https?://[^/]*.*?/resource/', '/')`;
const KIND = `CASE l.kind WHEN 'file' THEN 'file' ELSE 'answer' END`;
const DOCUMENTS = '(SELECT * FROM sources WHERE spool IS NOT NULL OR path IS NOT NULL)';

function documentPlan(zone?: string): ListPlan<(typeof DOCUMENT_COLUMNS)[number]> {
  return {
    table: DOCUMENTS,
    joins: {},
    columns: {
      kind: { value: KIND },
      label: { value: SHOWN_LABEL, order: [naturalKey(SHOWN_LABEL)] },
      holds: { value: 'l.payloads' },
      bytes: { value: 'l.bytes' },
      at: { value: 'l.read_at' },
    },
    order: ['-l.read_at', '-l.source'],
    has: (word, is) => {
      const time = LIKE_A_TIME.test(is) ? [timeWords('l.read_at', zone)] : [];
      return textsHave([KIND, SHOWN_LABEL, 'l.payloads', ...time], word);
    },
  };
}

/** @param authorization its uid: only what was fetched for it */
function within(authorization: string | undefined) {
  if (authorization === undefined) return undefined;
  return { condition: 'l.authorization_uid = $authorization', parameters: { authorization } };
}

export const documentHandlers = {
  'documents.list': async (input, context) => {
    const page = await listPage(
      context.store(input.workspace).database.reader,
      documentPlan(input.zone),
      { ...input, within: within(input.authorization) },
      `s.* FROM chosen c JOIN ${DOCUMENTS} s ON s.id = c.id`,
    );
    return { ...page, rows: page.rows.map(storedDocument) };
  },
  'documents.choices': ({ workspace, authorization }, context) => {
    const { reader } = context.store(workspace).database;
    return listChoices(reader, documentPlan(), DOCUMENT_FILTERS, within(authorization));
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

function storedDocument(row: Row): StoredDocument {
  return {
    source: text(row.id),
    kind: text(row.kind) === 'file' ? 'file' : 'request',
    label: text(row.label),
    at: number(row.read_at),
    bytes: number(row.bytes),
    holds: (json(row.payloads) ?? {}) as Record<string, number>, // written from a FeedSummary
  };
}

function unknownDocument(): AppError {
  return new AppError({
    code: 'document_unknown',
    message: 'This document is not kept any more.',
    action: 'Open the file again, or fetch the data again.',
  });
}
