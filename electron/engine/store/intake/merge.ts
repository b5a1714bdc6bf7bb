/**
 * From a session's temporary tables into the store, in one transaction: entities are upserted by key, joined by links,
 * readings are laid beside what is there. Readers see all of it or nothing.
 */

import { CUSTOMER_KINDS } from '#shared/espi/entities.ts';
import type { Cursor, IngestResult } from '../../calls/ingest.ts';
import { saveCursors } from '../cursors.ts';
import type { Connection } from '../database.ts';
import { removeScope } from '../scope.ts';
import { pointsOfBills, pointsOfPlaces, refreshFacts } from '../usage-point-facts.ts';
import { mergeBlocks } from './block-merge.ts';
import { type JoinedDocument, joinDocument } from './document-join.ts';
import { writeEntities } from './entity-tables.ts';
import { upsertEntries } from './entry-merge.ts';
import { reportFindings } from './findings.ts';
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
  // A file that is opened again replaces what it gave before: it is a world of its own.
  if (source.scope !== '') await removeScope(connection, source.scope);
  const number = await nextSource(connection);
  await insertMembers(connection, number, source.members);
  const fresh = await upsertEntries(connection, sink, number, source.scope);
  const joined = await joinDocument(connection, sink, fresh, source);
  const facts = await FactChanges.before(connection, joined);
  await writeEntities(connection, joined, number, source.scope);
  const refreshed = await mergeBlocks(connection, sink, joined, number, zone);
  const usagePoints = new Set([...joined.usagePoints, ...refreshed.flatMap(({ usagePoint }) => usagePoint ?? [])]);
  await reportFindings(connection, sink, joined, refreshed);
  await insertProblems(connection, number, sink.problems);
  // Last, for some problems show only while merging.
  await insertSource(connection, number, source, sink.problems, sink.problemCount);
  // Behind the source, for it tells files from answers of the service.
  await facts.settle(connection, usagePoints);
  await saveCursors(connection, cursors);
  if (source.authorization !== undefined) await recordSync(connection, source.authorization, source.at);
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
    authorizations: [...joined.authorizations],
    usagePoints: [...usagePoints],
    newestUpdated: sink.newestUpdated,
  };
}

/** Which usage points a document says something new of, in what concerns places and bills: before and after it is written. */
class FactChanges {
  readonly #customers: readonly string[];
  readonly #bills: readonly string[];
  readonly #places: boolean;
  readonly #points = new Set<string>();

  private constructor({ entities, usagePoints }: JoinedDocument) {
    const ids = (kinds: readonly string[]) => entities.flatMap(({ kind, id }) => (kinds.includes(kind) ? id : []));
    this.#customers = ids(CUSTOMER_KINDS);
    this.#bills = ids(['UsageSummary']);
    // A new usage point may be one whose place is known already.
    this.#places = this.#customers.length > 0 || usagePoints.size > 0;
  }

  static async before(connection: Connection, joined: JoinedDocument): Promise<FactChanges> {
    const changes = new FactChanges(joined);
    if (!joined.alone) await changes.#look(connection);
    return changes;
  }

  /** @param others usage points with changes of other kinds */
  async settle(connection: Connection, others: Iterable<string>): Promise<void> {
    await this.#look(connection);
    const points = [...this.#points, ...others];
    await refreshFacts(connection, { points, places: this.#places, bills: this.#bills.length > 0 });
  }

  async #look(connection: Connection): Promise<void> {
    for (const point of await pointsOfPlaces(connection, this.#customers)) this.#points.add(point);
    for (const point of await pointsOfBills(connection, this.#bills)) this.#points.add(point);
  }
}

/** When an authorization's data were last fetched. */
async function recordSync(connection: Connection, uid: string, at: number): Promise<void> {
  await connection.run('DELETE FROM authorization_syncs WHERE uid = ?', [uid]);
  await connection.run('INSERT INTO authorization_syncs VALUES (?, ?)', [uid, at]);
}
