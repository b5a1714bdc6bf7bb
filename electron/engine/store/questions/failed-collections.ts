/** Historical collections that failed, and for which of their meters no later one succeeded. */
import type { CollectionView } from '#shared/contract/collections.ts';
import type { Connection } from '../database.ts';
import { json, number, text } from '../row.ts';

export interface FailedCollection {
  id: string;
  state: CollectionView['state'];
  message: string | undefined;
  /** Uids of meters. */
  meters: string[];
  /** When it was started, epoch seconds. */
  since: number;
}

const FAILED: ReadonlySet<CollectionView['state']> = new Set(['failed', 'refused', 'unknown']);

/** @param from collections that were started before, epoch milliseconds of this computer, are let be */
export async function failedCollections(connection: Connection, from: number): Promise<FailedCollection[]> {
  const rows = await connection.rows(
    `SELECT id, "view", created_at FROM runs WHERE kind = 'collection' AND over AND created_at >= ? ORDER BY created_at DESC, id`,
    [BigInt(Math.floor(from))],
  );
  const collected = new Set<string>();
  const failed: FailedCollection[] = [];
  // Newest first: what a later one has collected is settled.
  for (const row of rows) {
    const view = json(row.view) as CollectionView; // written by electron/support-desk
    const whole = FAILED.has(view.state);
    const missing = whole
      ? view.asked
      : view.meters.filter(({ state }) => state === 'errored' || state === 'dropped').map(({ uid }) => uid);
    const open = missing.filter((uid) => !collected.has(uid));
    for (const { uid, state } of view.meters) if (state === 'finished') collected.add(uid);
    if (open.length === 0 || view.state === 'cancelled') continue;
    failed.push({
      id: text(row.id),
      state: view.state,
      message: view.error?.message ?? view.meters.find(({ uid }) => uid === open[0])?.message,
      meters: open,
      since: Math.floor(number(row.created_at) / 1000),
    });
  }
  return failed;
}
