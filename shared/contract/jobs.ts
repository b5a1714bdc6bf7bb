import { z } from 'zod';
import { ACTIVE_STATES, ENDED_STATES } from '../job-states.ts';
import { core, epochMillis, errorValue, FEED_AREAS, inWorkspace, nothing } from './define.ts';

/** A wait that a Retry-After (or a backoff) caused; shown as a countdown. */
const waitView = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  job: z.string().optional(),
  /** Why: 202 building, 429 rate limited, 503 maintenance, network backoff, no network at all (`offline`: `until` is far away), another computer in its place (`portal`) ... */
  reason: z.enum(['building', 'rate_limited', 'unavailable', 'error', 'network', 'offline', 'portal', 'pace']),
  status: z.number().optional(),
  url: z.string(),
  /** What the request is for, in words. */
  purpose: z.string(),
  since: epochMillis,
  until: epochMillis,
  attempt: z.number(),
});
export type WaitView = z.infer<typeof waitView>;

/** A part of a job that failed while the rest went on. */
const jobFailure = z.object({ item: z.string(), error: errorValue });
export type JobFailure = z.infer<typeof jobFailure>;

const jobLine = z.object({
  id: z.string(),
  workspace: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum([...ACTIVE_STATES, ...ENDED_STATES]),
  /** It concerns a part of the workspace only: a fetch of some authorizations, not of all. */
  partial: z.boolean(),
  /** What it is doing right now, in a few words. */
  step: z.string().optional(),
  done: z.number(),
  total: z.number().optional(),
  bytes: z.number(),
  readings: z.number(),
  createdAt: epochMillis,
  startedAt: epochMillis.optional(),
  finishedAt: epochMillis.optional(),
  /** When the first run began, where this one went on from it: what that did was not done again, and is as old as it. */
  firstStartedAt: epochMillis.optional(),
  /** What came of it, in a few words: "1,408 readings of 14 meters". */
  outcome: z.string().optional(),
  error: errorValue.optional(),
  /** The first part that failed, and how many did; `jobs.failures` has more of them. */
  failure: jobFailure.optional(),
  failureCount: z.number(),
  /** Parts that could not even be tried, by the reason ("no access token"). */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
});
/** A job as lists show it. */
export type JobLine = z.infer<typeof jobLine>;

/** A job with the first of the parts that failed. */
export type JobView = Omit<JobLine, 'failure'> & { failures: JobFailure[] };

export const jobCalls = {
  'jobs.list': core([]).query(inWorkspace, z.array(jobLine)),
  /** What failed of a job: the first 200 of its parts. Error `job_unknown`. */
  'jobs.failures': core([]).query(z.object({ id: z.string() }), z.array(jobFailure)),
  'jobs.cancel': core([]).command(z.object({ id: z.string() }), nothing),
  /** Starts a job that ended again where it stopped: what failed is tried again, what succeeded is not. */
  'jobs.resume': core([]).command(z.object({ id: z.string() }), nothing),
  'waits.list': core([]).query(nothing, z.array(waitView)),
  /** Ends a wait at once by asking again, or by giving up. */
  'waits.askNow': core([]).command(z.object({ id: z.string() }), nothing),
  'waits.cancel': core([]).command(z.object({ id: z.string() }), nothing),
  /** Fetches what is new for the whole workspace, for some authorizations, or for those of a group of meters. Answers the job's id. */
  'sync.start': core(FEED_AREAS).command(
    inWorkspace.extend({
      authorizations: z.array(z.string()).optional(),
      group: z.string().max(200).optional(),
      full: z.boolean().optional(),
    }),
    z.object({ job: z.string() }),
  ),
};

export const jobTopics = {
  'jobs.changed': jobLine,
  'waits.changed': z.array(waitView),
};
