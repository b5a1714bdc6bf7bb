import { z } from 'zod';
import { command, epochMillis, errorValue, inWorkspace, nothing, query } from './define.ts';

/** A wait that a Retry-After (or a backoff) caused; shown as a countdown. */
const waitView = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  job: z.string().optional(),
  /** Why: 202 building, 429 rate limited, 503 maintenance, network backoff ... */
  reason: z.enum(['building', 'rate_limited', 'unavailable', 'error', 'network', 'pace']),
  status: z.number().optional(),
  url: z.string(),
  since: epochMillis,
  until: epochMillis,
  attempt: z.number(),
});
export type WaitView = z.infer<typeof waitView>;

const jobView = z.object({
  id: z.string(),
  workspace: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'paused', 'done', 'failed', 'cancelled']),
  /** What it is doing right now, in a few words. */
  step: z.string().optional(),
  done: z.number(),
  total: z.number().optional(),
  bytes: z.number(),
  readings: z.number(),
  createdAt: epochMillis,
  startedAt: epochMillis.optional(),
  finishedAt: epochMillis.optional(),
  error: errorValue.optional(),
  /** Parts that failed while the rest went on. */
  failures: z.array(z.object({ item: z.string(), error: errorValue })),
});
export type JobView = z.infer<typeof jobView>;

const requestView = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  job: z.string().optional(),
  at: epochMillis,
  method: z.string(),
  /** Secrets in the query are redacted. */
  url: z.string(),
  tokenClass: z.enum(['none', 'registration', 'client', 'access', 'api']),
  status: z.number().optional(),
  bytes: z.number(),
  durationMs: z.number().optional(),
  /** Time spent waiting before this attempt, and what the answer told to wait. */
  waitedMs: z.number(),
  retryAfterMs: z.number().optional(),
  attempt: z.number(),
  error: errorValue.optional(),
});
export type RequestView = z.infer<typeof requestView>;

export const jobCalls = {
  'jobs.list': query(inWorkspace, z.array(jobView)),
  'jobs.cancel': command(z.object({ id: z.string() }), nothing),
  /** Starts a cancelled or failed job again where it stopped. */
  'jobs.resume': command(z.object({ id: z.string() }), nothing),
  'waits.list': query(nothing, z.array(waitView)),
  /** Ends a wait at once by asking again, or by giving up. */
  'waits.askNow': command(z.object({ id: z.string() }), nothing),
  'waits.cancel': command(z.object({ id: z.string() }), nothing),
  'requests.list': query(
    inWorkspace.extend({ limit: z.number().int().min(1).max(5000).default(500) }),
    z.array(requestView),
  ),
  /** Fetches what is new for the whole workspace, or for some authorizations. Answers the job's id. */
  'sync.start': command(
    inWorkspace.extend({ authorizations: z.array(z.string()).optional(), full: z.boolean().optional() }),
    z.object({ job: z.string() }),
  ),
};

export const jobTopics = {
  'jobs.changed': jobView,
  'waits.changed': z.array(waitView),
  'requests.added': requestView,
};
