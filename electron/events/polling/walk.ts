/**
 * Where polling stands in the service's list of events (newest first), as pure decisions.
 *
 * A walk goes from the newest event down to the watermark: the newest event of the last walk that was finished. Only
 * then the watermark moves, so a walk that broke off leaves no hole; the next one goes on where it stopped. A webhook
 * may have brought newer events meanwhile, so "this one is known" is no reason to stop.
 */
import { z } from 'zod';
import { NO_UID_PREFIX } from '#shared/event-types.ts';
import type { IncomingEvent } from '../../engine/index.ts';

const mark = z.object({ uid: z.string(), happenedAt: z.number().optional() });

const cursorSchema = z.object({
  watermark: mark.optional(),
  /** A walk under way: what becomes the watermark when it ends, and its next page. */
  walk: z.object({ top: mark, next: z.string() }).optional(),
});
export type Cursor = z.infer<typeof cursorSchema>;

/** Lists are ordered by time of creation; past this much below the watermark it will not show up any more. Microseconds. */
const BELOW_WATERMARK_US = 3_600_000_000;

/** A kept cursor; a damaged one starts over, which costs requests and loses nothing. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {};
  try {
    return cursorSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export interface Step {
  /** The events of the page that are newer than the watermark. */
  above: IncomingEvent[];
  /** To be kept together with them. */
  cursor: Cursor;
  /** Undefined when the walk has ended. */
  next: string | undefined;
}

/**
 * One page of a walk.
 * @param cursor as it was before the page
 * @param isFirst true for the newest page of a new walk
 */
export function takePage(
  cursor: Cursor,
  isFirst: boolean,
  page: { events: readonly IncomingEvent[]; next: string | undefined },
): Step {
  const { watermark } = cursor;
  const top = isFirst ? markOf(page.events.find(hasUid) ?? page.events[0]) : cursor.walk?.top;
  const at = watermark === undefined ? -1 : page.events.findIndex(({ uid }) => uid === watermark.uid);
  const above = at < 0 ? [...page.events] : page.events.slice(0, at);
  const hasEnded = at >= 0 || page.next === undefined || page.events.length === 0 || isPast(page.events, watermark);
  if (hasEnded) {
    const reached = top ?? watermark;
    return { above, cursor: reached === undefined ? {} : { watermark: reached }, next: undefined };
  }
  return {
    above,
    cursor: {
      ...(watermark === undefined ? {} : { watermark }),
      ...(top === undefined || page.next === undefined ? {} : { walk: { top, next: page.next } }),
    },
    next: page.next,
  };
}

/**
 * Events of the page that holds the watermark which stand below it. The service may list one a moment after a newer one
 * that became the watermark. One whose uid was made out of its content may be another than before: it is not among them.
 * @param seen uids of the newest page of the walk before, which were there already
 */
export function listedLate(
  { watermark }: Cursor,
  events: readonly IncomingEvent[],
  seen: ReadonlySet<string>,
): IncomingEvent[] {
  const at = watermark === undefined ? -1 : events.findIndex(({ uid }) => uid === watermark.uid);
  return at < 0 ? [] : events.slice(at + 1).filter((event) => hasUid(event) && !seen.has(event.uid));
}

/** A uid that the service gave stays the same; one that was made out of an event's content may not. */
function hasUid({ uid }: IncomingEvent): boolean {
  return !uid.startsWith(NO_UID_PREFIX);
}

function markOf(event: IncomingEvent | undefined): Cursor['watermark'] {
  if (event === undefined) return undefined;
  return { uid: event.uid, ...(event.happenedAt === undefined ? {} : { happenedAt: event.happenedAt }) };
}

/** True where all of a page is far older than a watermark that was not found (the service may forget events). */
function isPast(events: readonly IncomingEvent[], watermark: Cursor['watermark']): boolean {
  const limit = watermark?.happenedAt;
  if (limit === undefined) return false;
  return events.every(({ happenedAt }) => happenedAt !== undefined && happenedAt < limit - BELOW_WATERMARK_US);
}
