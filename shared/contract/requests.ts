/** The request log: every send with its times, what was kept of its headers and bodies, and what it was made for. */
import { z } from 'zod';
import { REQUEST_COLUMNS, REQUEST_FILTERS } from '../list-columns.ts';
import {
  choices,
  core,
  epochMillis,
  errorValue,
  inWorkspace,
  narrowing,
  nothing,
  page,
  pageOf,
  shownZone,
} from './define.ts';

/** What a request may be made for, beside a job. */
const subject = z.object({
  kind: z.enum(['run', 'collection', 'event', 'browser', 'check']),
  /** Id of the run or the collection, uid of the event; `resources` for what was asked by hand in the resource browser. */
  id: z.string().min(1).max(200),
});
export type RequestSubject = z.infer<typeof subject>;

const requestView = z.object({
  id: z.string(),
  /** Id of the first send of the same call: retries, repeats and redirects share it. */
  call: z.string().optional(),
  workspace: z.string().optional(),
  job: z.string().optional(),
  /** What it was for, in words. */
  purpose: z.string().optional(),
  at: epochMillis,
  method: z.string(),
  /** Secrets in the query are redacted. */
  url: z.string(),
  tokenClass: z.enum(['none', 'registration', 'client', 'access', 'api']),
  /** auth_uid of an access_token. */
  tokenScope: z.string().optional(),
  status: z.number().optional(),
  /** Of the body, unpacked; what was sent, and what came over the network. */
  bytes: z.number(),
  sentBytes: z.number().optional(),
  receivedBytes: z.number().optional(),
  durationMs: z.number().optional(),
  /** Time spent waiting before this attempt, and how long the answer said to wait. */
  waitedMs: z.number(),
  retryAfterMs: z.number().optional(),
  /** Header as received. */
  retryAfter: z.string().optional(),
  /** In the line of its host; opening a new connection, its TLS handshake; from the request to the answer's head. */
  queuedMs: z.number().optional(),
  connection: z.enum(['new', 'kept']).optional(),
  connectMs: z.number().optional(),
  tlsMs: z.number().optional(),
  headMs: z.number().optional(),
  attempt: z.number(),
  error: errorValue.optional(),
});
export type RequestView = z.infer<typeof requestView>;

/**
 * What was kept of a body. `absent`: there was none; `setting`: bodies of such requests are not kept; `streamed`: it was read
 * into the store as it came; `binary`: it is no text; `secret`: it held secrets by its nature (tokens).
 */
const keptBody = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('kept'),
    /** Secrets are replaced by `***`. */
    text: z.string(),
    /** Only its beginning. */
    cut: z.boolean(),
  }),
  z.object({ state: z.enum(['absent', 'setting', 'streamed', 'binary', 'secret']) }),
]);
export type KeptBody = z.infer<typeof keptBody>;

const headers = z.record(z.string(), z.string());

const keptExchange = z.object({
  sent: z.object({ headers, body: keptBody }),
  /** Absent where no answer came. */
  answer: z.object({ headers, httpVersion: z.string(), body: keptBody }).optional(),
});
export type KeptExchange = z.infer<typeof keptExchange>;

/** `headers`: of all requests; `failed`: and bodies of those that failed, that act on the service or were asked by hand; `all`: every body. */
const keepWhat = z.enum(['nothing', 'headers', 'failed', 'all']);

/** What is kept of requests in a workspace. */
export const requestPolicy = z.object({
  keep: keepWhat,
  /** Beginning of each body, KiB. */
  bodyKiB: z.number().int().min(1).max(1024),
  days: z.number().int().min(1).max(3650),
  /** Of all headers and bodies together; the oldest go first. */
  totalMiB: z.number().int().min(1).max(10_000),
});
export type RequestPolicy = z.infer<typeof requestPolicy>;
export const DEFAULT_REQUEST_POLICY: RequestPolicy = { keep: 'failed', bodyKiB: 64, days: 30, totalMiB: 100 };

const inspected = z.object({
  request: requestView,
  /** All sends of the same call that are still in the log, the first one first. */
  tries: z.array(requestView),
  about: z.array(subject),
  /** What its answer brought into the store. */
  brought: z.object({ entries: z.number().optional(), readings: z.number().optional() }).optional(),
  /** Absent where neither headers nor bodies were kept, or where they were deleted since. */
  kept: keptExchange.optional(),
});
export type InspectedRequest = z.infer<typeof inspected>;

/** `job`: requests of a job; else those that were made for it, or that name it in their address. */
const listSubject = z.object({ kind: z.enum([...subject.shape.kind.options, 'job']), id: subject.shape.id });
export type ListSubject = z.infer<typeof listSubject>;

/** Of which requests a list is. */
const whichRequests = inWorkspace.extend({
  /** False leaves out the polls for events. */
  polls: z.boolean().default(true),
  /** False leaves out all sends of a call but the newest. */
  tries: z.boolean().default(true),
  about: listSubject.optional(),
});

const requestList = whichRequests.extend({
  ...narrowing(REQUEST_COLUMNS, REQUEST_FILTERS).shape,
  zone: shownZone,
});

export const requestCalls = {
  /** With those that are under way; the newest come first where no other order is asked for. */
  'requests.list': core(['requests']).query(requestList.extend(page.shape), pageOf(requestView)),
  /** Ids of all that match, in the order of the list. */
  'requests.ids': core(['requests']).query(requestList, z.array(z.string())),
  'requests.choices': core(['requests']).query(whichRequests, choices),
  /** Everything about one request. Error `request_unknown`. */
  'requests.inspect': core([]).query(inWorkspace.extend({ id: z.string() }), inspected),
  /** Requests with all tries of their calls as a HAR 1.2 text, oldest first; those that are no longer in the log are left out. */
  'requests.har': core([]).query(inWorkspace.extend({ ids: z.array(z.string()).max(5000) }), z.string()),
  'requests.keeping': core([]).query(
    inWorkspace,
    z.object({ policy: requestPolicy, kept: z.object({ requests: z.number(), bytes: z.number() }) }),
  ),
  'requests.keep': core([]).command(inWorkspace.extend({ policy: requestPolicy }), nothing),
  /** Deletes all headers and bodies that were kept; the lines of the log stay. */
  'requests.clear': core([]).command(inWorkspace, nothing),
};

export const requestTopics = {
  /** A request began or ended, or it is known what it brought. */
  'requests.changed': inWorkspace,
};
