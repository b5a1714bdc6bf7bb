/** Reading and bounding of Retry-After (RFC 9110, 10.2.3). Pure. */

/** Shortest wait that a Retry-After can ask for: a zero or a date in the past must not become a busy loop. */
export const SHORTEST_WAIT_MS = 250;
/** Longest wait that is obeyed. After that the service is asked again anyway: the answer may have been a mistake. */
export const LONGEST_WAIT_MS = 60 * 60_000;
/** The most that is added to a wait, as its share and as an amount, so that many clients do not come back at once. */
const JITTER_SHARE = 0.1;
const JITTER_MAX_MS = 5_000;

/**
 * The wait that a Retry-After header asks for, in milliseconds, unbounded (may be negative for a date in the past).
 * A date is held against the answer's own `Date`, since the two clocks may differ; without one, against `nowMs`.
 * Undefined when the header is absent or unreadable.
 */
export function parseRetryAfter(
  retryAfter: string | undefined,
  answerDate: string | undefined,
  nowMs: number,
): number | undefined {
  const text = retryAfter?.trim();
  if (!text) return undefined;
  // Fractions are not in the RFC, but are seen, and do no harm.
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const then = httpDate(text);
  if (then === undefined) return undefined;
  return then - (httpDate(answerDate) ?? nowMs);
}

/** Bounds a wait and adds jitter, upward only: never earlier than the service asked for. `random` is in [0, 1). */
export function boundedWait(ms: number, random: number): number {
  const bounded = Math.min(Math.max(ms, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  return Math.ceil(bounded + Math.min(bounded * JITTER_SHARE, JITTER_MAX_MS) * random);
}

/** The three forms of RFC 9110, 5.6.7; the oldest (asctime) has no zone and means GMT. */
function httpDate(text: string | undefined): number | undefined {
  // Date.parse alone would take "5 minutes" or "-3" for some date; an HTTP date names its weekday and its time.
  if (text === undefined || !/^\s*(mon|tue|wed|thu|fri|sat|sun).*\d\d:\d\d:\d\d/i.test(text)) return undefined;
  const ms = Date.parse(/(gmt|utc|[+-]\d{4})\s*$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}
