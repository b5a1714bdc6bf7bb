/** Entries as they were received. */
import type { CallOutput } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { number, optionalText, text } from '../row.ts';
import type { Store } from '../store.ts';
import { bytesOf } from './source-bytes.ts';

type RawEntry = CallOutput<'entries.raw'>;

/** An entry longer than this is cut for display; one entry may hold a gigabyte of blocks. */
const MAX_RAW = 512 * 1024;

export const entryHandlers = {
  'entries.raw': async ({ workspace, id }, context) => {
    const store = context.store(workspace);
    return (await rawBlock(store, id)) ?? (await rawEntity(store, id)) ?? notThere();
  },
} satisfies SomeHandlers;

async function rawEntity(store: Store, id: string): Promise<RawEntry | undefined> {
  const row = await store.database.reader.row(
    `SELECT e.id, e.kind AS entry_kind, e.href, e.raw, s.id AS source_id, s.* EXCLUDE (id) FROM entries e JOIN sources s USING (source) WHERE e.id = ? LIMIT 1`,
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
    `SELECT b.href, b.byte_start, b.byte_end, s.id AS source_id, s.* EXCLUDE (id) FROM interval_blocks b JOIN sources s USING (source)
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

function sourceView(row: Row): RawEntry['source'] {
  return {
    id: text(row.source_id),
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
