/** What shows only when a document lies beside the rest of the store: told as problems of the document, for information. */
import type { FeedProblem } from '../ingest/feed.ts';
import type { Connection } from './database.ts';
import type { JoinedDocument } from './document-join.ts';
import { number, text } from './row.ts';
import type { StagingSink } from './sink.ts';

/** Works on `st_map` of {@link mergeBlocks}; call it after that. */
export async function reportFindings(connection: Connection, sink: StagingSink, joined: JoinedDocument): Promise<void> {
  await unusedReadingTypes(connection, sink, joined);
  await duplicates(connection, sink);
}

/** Documents that bring reading types alone (a resource by itself) are not asked who uses them. */
async function unusedReadingTypes(connection: Connection, sink: StagingSink, joined: JoinedDocument): Promise<void> {
  if (joined.families.size === 0) return;
  const used = new Set(joined.readingTypes.values());
  const unused = joined.entities.filter(({ kind, id }) => kind === 'ReadingType' && !used.has(id));
  if (unused.length === 0) return;
  const rows = await connection.rows(
    'SELECT DISTINCT reading_type FROM meter_readings WHERE reading_type IN (SELECT unnest(?::JSON::VARCHAR[]))',
    [JSON.stringify(unused.map(({ id }) => id))],
  );
  for (const row of rows) used.add(text(row.reading_type));
  for (const { id, line, entry, title, href } of unused) {
    if (used.has(id)) continue;
    const name = title ?? href;
    const message = `No meter reading refers to this reading type${name === undefined ? '' : ` (${name})`}.`;
    sink.problem({ ...info('unused_reading_type', message), line, entry });
  }
}

/** Readings of this document that lost against another one for the same time. */
async function duplicates(connection: Connection, sink: StagingSink): Promise<void> {
  if (sink.blockCount === 0) return;
  const rows = await connection.rows(
    `SELECT series, count(*) AS count, min(start) AS first, max(start) AS last FROM superseded
     WHERE series IN (SELECT series FROM st_affected) AND block IN (SELECT block FROM st_map) GROUP BY series ORDER BY series LIMIT 50`,
  );
  for (const { count, first, last } of rows) {
    const [from, to] = [first, last].map((at) => new Date(number(at) * 1000).toISOString());
    const message = `${number(count)} readings of one series, from ${from} to ${to}, are for times that another reading has too; they are put aside and counted as duplicates.`;
    sink.problem(info('duplicate_readings', message));
  }
}

function info(code: string, message: string): FeedProblem {
  return { code, severity: 'info', message, line: undefined, column: undefined, entry: undefined, raw: undefined };
}
