/** How far an authorization was synced, and what the next sync asks for. Pure. */
import { z } from 'zod';
import { parsedJson } from '#shared/json.ts';
import type { Cursor } from '../engine/index.ts';

/** Cursor of one authorization; all times epoch milliseconds. */
const syncCursor = z.object({
  /** The next batch is asked with this as updated-min; undefined asks for everything. */
  updatedMin: z.number().optional(),
  syncedAt: z.number(),
  /** When that was by the service's own clock, else by this computer's: what is overdue is judged by it. */
  answeredAt: z.number().optional(),
  /** The job that fetched it last: that job does not fetch it again after a restart. */
  job: z.string(),
  /** When the customer batch was fetched last. */
  customersAt: z.number().optional(),
});
export type SyncCursor = z.infer<typeof syncCursor>;

const PREFIX = 'sync/';

/** All sync cursors of a store start with it. */
export const SYNC_CURSORS = PREFIX;

export function cursorName(authorization: string): string {
  return PREFIX + authorization;
}

/** The cursors that can be read, by auth_uid. One that cannot be read means: fetch everything. */
export function readCursors(cursors: readonly Cursor[]): Map<string, SyncCursor> {
  const read = new Map<string, SyncCursor>();
  for (const { name, value } of cursors) {
    const parsed = syncCursor.safeParse(parsedJson(value));
    if (name.startsWith(PREFIX) && parsed.success) read.set(name.slice(PREFIX.length), parsed.data);
  }
  return read;
}

/** Entries this young at the time of the answer may have companions that were not there yet. */
const SETTLED_AFTER_MS = 10 * 60_000;

/**
 * The `updated-min` of the next batch, from the newest `updated` of this one (undefined: nothing came) and when it was
 * answered. What has settled is not asked for again; where something was being added while the batch was built, the last
 * minutes are asked for twice, which an upsert does not mind. An entry of the future moves it no further: what comes until
 * then would never be asked for.
 * @param answeredAt of the service's own clock where that is known; undefined where nobody knows: then it stays
 */
export function nextUpdatedMin(
  before: number | undefined,
  newestUpdated: number | undefined,
  answeredAt: number | undefined,
): number | undefined {
  if (newestUpdated === undefined || answeredAt === undefined) return before;
  const settled = newestUpdated < answeredAt - SETTLED_AFTER_MS;
  const seen = settled ? endOfSecond(newestUpdated) : Math.min(newestUpdated, answeredAt) - SETTLED_AFTER_MS;
  return later(before, seen);
}

/**
 * What was asked for was still to come when the service answered: a clock was ahead once, and nobody knows how much the
 * answer leaves out. A date has whole seconds.
 */
export function isAhead(updatedMin: number | undefined, answeredAt: number | undefined): boolean {
  return updatedMin !== undefined && answeredAt !== undefined && updatedMin >= answeredAt + 1000;
}

/**
 * A filter names whole seconds: named by the second that it lies in, the newest entry, and all that came with it, would
 * be sent again each time. What has settled is whole, and so is the second in which it ends.
 */
function endOfSecond(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}

/** The cursors of a service whose clock shows `present`: none of them may be ahead of it. */
export function notAfter(present: number | undefined, cursors: Map<string, SyncCursor>): Map<string, SyncCursor> {
  if (present === undefined) return cursors;
  const behind = ([uid, cursor]: [string, SyncCursor]): [string, SyncCursor] => {
    const { updatedMin } = cursor;
    return [uid, updatedMin === undefined ? cursor : { ...cursor, updatedMin: Math.min(updatedMin, present) }];
  };
  return new Map([...cursors].map(behind));
}

/** A custodian that ignores updated-min sends old entries again; that must not turn the cursor back. */
function later(before: number | undefined, after: number): number {
  return before === undefined ? after : Math.max(before, after);
}

/** The customer tree changes seldom and has no filter of its own, so it is not fetched with every sync. */
const CUSTOMERS_EVERY_MS = 24 * 3_600_000;

export function customersDue(cursor: SyncCursor | undefined, full: boolean, now: number): boolean {
  const at = cursor?.customersAt;
  // One of the future was dated while the clock was ahead.
  return full || at === undefined || at > now || now - at >= CUSTOMERS_EVERY_MS;
}
