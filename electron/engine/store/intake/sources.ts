/** The `sources` table: every document that was read, with what was wrong in it. */
import type { ErrorValue } from '#shared/errors.ts';
import type { IngestSource } from '../../calls/ingest.ts';
import type { FeedProblem, FeedSummary } from '../../reader/feed.ts';
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import type { SpoolMember } from '../spool.ts';
import { appendRows, type ColumnList, RowStage } from './staging.ts';

export interface SourceRecord {
  id: string;
  source: IngestSource;
  scope: string;
  authorization: string | undefined;
  at: number;
  bytes: number;
  /** Undefined when the document was refused. */
  summary: FeedSummary | undefined;
  spool: string | undefined;
  members: readonly SpoolMember[];
  fileBytes: number | undefined;
  fileModified: number | undefined;
}

/** The number of the next source; of the writer's transaction alone. */
export async function nextSource(connection: Connection): Promise<number> {
  const row = await connection.row('SELECT coalesce(max(source), 0) + 1 AS next FROM sources');
  return number(row?.next);
}

/** Writes the row of source `next`. @param count of its problems, those included that were too many to keep */
export async function insertSource(
  connection: Connection,
  next: number,
  record: SourceRecord,
  problems: readonly FeedProblem[],
  count: number,
  error?: ErrorValue,
): Promise<void> {
  const { summary, source } = record;
  await connection.run(
    `INSERT INTO sources (source, id, kind, label, scope, request_id, path, authorization_uid, read_at, ok, error, bytes,
       entries, payloads, blocks, readings, sum_value, sum_cost, first_start, last_start, problems, warnings, spool, file_bytes, file_modified, encoding)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      next,
      record.id,
      source.kind,
      source.label,
      record.scope,
      source.requestId,
      source.path,
      record.authorization,
      record.at,
      error === undefined,
      error === undefined ? undefined : JSON.stringify(error),
      record.bytes,
      summary?.entries,
      summary === undefined ? undefined : JSON.stringify(summary.payloads),
      summary?.blocks,
      summary?.readings,
      summary === undefined ? undefined : String(summary.sumValue),
      summary === undefined ? undefined : String(summary.sumCost),
      summary?.firstStart,
      summary?.lastStart,
      count,
      problems.filter(({ severity }) => severity !== 'info').length,
      error === undefined ? record.spool : undefined,
      record.fileBytes,
      record.fileModified,
      summary?.convertedFrom,
    ],
  );
}

/** Writes the index of the spooled body. */
export async function insertMembers(
  connection: Connection,
  source: number,
  members: readonly SpoolMember[],
): Promise<void> {
  const rows = members.map(({ bodyStart, bodyEnd, fileStart, fileEnd }) => [
    source,
    bodyStart,
    bodyEnd,
    fileStart,
    fileEnd,
  ]);
  if (rows.length > 0) await appendRows(connection, 'spool_members', MEMBER_COLUMNS, rows);
}

/** All columns of `spool_members`. */
export const MEMBER_COLUMNS: ColumnList = [
  ['source', 'INTEGER'],
  ['body_start', 'BIGINT'],
  ['body_end', 'BIGINT'],
  ['file_start', 'BIGINT'],
  ['file_end', 'BIGINT'],
];

/** Writes the problems of a source. */
export async function insertProblems(
  connection: Connection,
  source: number,
  problems: readonly FeedProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  const stage = new RowStage(connection, 'st_problems', [
    ['ordinal', 'INTEGER'],
    ['code', 'VARCHAR'],
    ['severity', 'VARCHAR'],
    ['message', 'VARCHAR'],
    ['line', 'INTEGER'],
    ['col', 'INTEGER'],
    ['entry', 'INTEGER'],
    ['raw', 'VARCHAR'],
  ]);
  for (const [index, problem] of problems.entries()) {
    const { code, severity, message, line, column, entry, raw } = problem;
    await stage.append([index, code, severity, message, line, column, entry, raw]);
  }
  stage.close();
  await connection.run('INSERT INTO problems SELECT ?, * FROM st_problems', [source]);
  await connection.run('DROP TABLE st_problems');
}

/** A document that was refused as a whole: kept as a source with its error, so that a list of files can show it. */
export async function recordRefusal(
  connection: Connection,
  record: SourceRecord,
  error: ErrorValue,
  problems: readonly FeedProblem[],
): Promise<void> {
  await forgetRefusals(connection, record.scope);
  const source = await nextSource(connection);
  await insertSource(connection, source, record, problems, problems.length, error);
  await insertProblems(connection, source, problems);
}

/** Only the last refusal of a file is in the list. What was read of the file before stays, with its problems, until it is replaced. */
async function forgetRefusals(connection: Connection, scope: string): Promise<void> {
  if (scope === '') return;
  await connection.run('DELETE FROM problems WHERE source IN (SELECT source FROM sources WHERE scope = ? AND NOT ok)', [
    scope,
  ]);
  await connection.run('DELETE FROM sources WHERE scope = ? AND NOT ok', [scope]);
}
