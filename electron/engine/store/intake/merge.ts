/**
 * From a session's temporary tables into the store, in one transaction: entities are upserted by key, joined by links,
 * readings are laid beside what is there. Readers see all of it or nothing.
 */

import type { Cursor, IngestResult } from '../../calls/ingest.ts';
import { saveCursors } from '../cursors.ts';
import type { Connection } from '../database.ts';
import { followClocks } from '../day-sums.ts';
import { removeScope } from '../remove-scope.ts';
import { mergeBlocks } from './block-merge.ts';
import { type JoinedDocument, joinDocument } from './document-join.ts';
import { writeEntities } from './entity-tables.ts';
import { upsertEntries } from './entry-merge.ts';
import { FactChanges } from './fact-changes.ts';
import { reportFindings } from './findings.ts';
import { refuseForeign, refuseSomethingElse } from './foreign-answer.ts';
import { meterReadingsOf } from './series-assignment.ts';
import type { StagingSink } from './sink.ts';
import { insertMembers, insertProblems, insertSource, nextSource, type SourceRecord } from './sources.ts';

export interface MergeInput {
  connection: Connection;
  sink: StagingSink;
  source: SourceRecord;
  cursors: readonly Cursor[];
  /** The zone of the workspace. */
  zone: string;
}

/** Runs inside the caller's transaction. */
export async function merge({ connection, sink, source, cursors, zone }: MergeInput): Promise<IngestResult> {
  refuseForeign(sink, source.authorization);
  refuseSomethingElse(Object.keys(source.summary?.payloads ?? {}), sink.asked, source.authorization);
  // A file that is opened again replaces what it gave before: it is a world of its own.
  if (source.scope !== '') await removeScope(connection, source.scope);
  const number = await nextSource(connection);
  await insertMembers(connection, number, source.members);
  const fresh = await upsertEntries(connection, sink, number, source.scope);
  const joined = await joinDocument(connection, sink, fresh, source);
  const facts = await FactChanges.before(connection, joined);
  // Before the document's types replace those that stored readings came with.
  const meterReadings = await meterReadingsOf(connection, joined);
  await writeEntities(connection, joined, number, source.scope);
  const refreshed = await mergeBlocks(connection, sink, joined, { meterReadings, source: number, zone });
  await followTimes(connection, joined, zone);
  const usagePoints = new Set([...joined.usagePoints, ...refreshed.flatMap(({ usagePoint }) => usagePoint ?? [])]);
  await reportFindings(connection, sink, joined, refreshed);
  await insertProblems(connection, number, sink.problems);
  // Last, for some problems show only while merging.
  await insertSource(connection, number, source, sink.problems, sink.problemCount);
  // Behind the source, for it tells files from answers of the service.
  await facts.settle(connection, usagePoints);
  await saveCursors(connection, cursors);
  return {
    source: source.id,
    bytes: source.bytes,
    entries: source.summary?.entries ?? 0,
    payloads: { ...source.summary?.payloads },
    blocks: sink.blockCount,
    readings: sink.readingCount,
    sumValue: source.summary?.sumValue ?? '0',
    sumCost: source.summary?.sumCost ?? '0',
    firstStart: source.summary?.firstStart,
    lastStart: source.summary?.lastStart,
    problems: sink.problemCount,
    damaged: source.summary?.damaged ?? false,
    authorizations: [...joined.authorizations],
    usagePoints: [...usagePoints],
    newestUpdated: sink.newestUpdated,
  };
}

/** What a document says of local time holds for meters that it does not name, and for readings that came before it. */
async function followTimes(connection: Connection, joined: JoinedDocument, zone: string): Promise<void> {
  const times = joined.entities.flatMap(({ kind, id }) => (kind === 'LocalTimeParameters' ? id : []));
  if (times.length + joined.localTimes.size === 0) return;
  await followClocks(connection, zone, { points: joined.usagePoints, times });
}
