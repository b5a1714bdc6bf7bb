import { z } from 'zod';
import { ACTING_METHODS } from '../json-operations.ts';
import { confirmed, core, epochMillis, errorValue, inWorkspace } from './define.ts';

const tokenClass = z.enum(['registration', 'client', 'access', 'api']);

/** The service's two interfaces: Atom XML of ESPI, and JSON. */
const apiName = z.enum(['greenbutton', 'json']);
export type ApiName = z.infer<typeof apiName>;

/** One payload of an answer, as the feed reader understood it. */
const resourceEntity = z.object({
  kind: z.string(),
  title: z.string().optional(),
  /** The address of its own resource, as its self link says it. */
  href: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string(), type: z.string().optional() })),
  /** The typed model as plain JSON; secrets are masked. */
  fields: z.record(z.string(), z.unknown()),
  /** 0-based number of its entry in the document, and the 1-based line on which that entry begins. */
  entry: z.number(),
  line: z.number(),
});
export type ResourceEntity = z.infer<typeof resourceEntity>;

const resourceAnswer = z.object({
  /** After redirects; secret parameters masked. */
  url: z.string(),
  status: z.number(),
  /** Never Authorization, never a cookie. */
  headers: z.record(z.string(), z.string()),
  /** The class that was sent; `none` where a redirect had dropped it. */
  tokenClass: z.string(),
  /** The class that the specification names for this address; absent for an unknown one. */
  needs: tokenClass.optional(),
  /** auth_uid of an access_token that was sent. */
  scope: z.string().optional(),
  requestId: z.string().optional(),
  at: epochMillis,
  durationMs: z.number(),
  /** Until when the service asked to wait (Retry-After); the next request to it is held back until then. */
  retryAt: epochMillis.optional(),
  /** Of the body, unpacked. */
  bytes: z.number(),
  contentType: z.string().optional(),
  /** At most 2 million characters; tokens and secrets are masked. Absent for a binary file. */
  text: z.string().optional(),
  cut: z.boolean(),
  /** A file to be saved; `base64` is absent where it is larger than 5 MB. */
  file: z.object({ name: z.string(), base64: z.string().optional() }).optional(),
  /** Of XML: its id for `conformance.check`, kept in memory until newer answers take its place. */
  document: z.string().optional(),
  entities: z.array(resourceEntity),
  /** How many payloads there were; `entities` holds the first of them. */
  entityCount: z.number(),
  problems: z.array(
    z.object({ code: z.string(), severity: z.string(), message: z.string(), line: z.number().optional() }),
  ),
  /** What a status other than 200 means, and what to do. */
  refusal: errorValue.optional(),
  /** Whether what was sent changed something at the service, as far as its answer says; absent for a GET. */
  outcome: z.enum(['acted', 'not_acted', 'unknown']).optional(),
});
export type ResourceAnswer = z.infer<typeof resourceAnswer>;

/** The text of an answer; `cut`: only its beginning. */
const comparedText = z.object({ text: z.string().max(2_100_000), cut: z.boolean() });
export type ComparedText = z.infer<typeof comparedText>;

/** Counts are of all, lists hold the first of them. `of`: how many each answer has. */
function difference<T extends z.ZodRawShape>(shape: T) {
  const one = z.object(shape);
  /** Values as the answers write them, several joined by ` | `; absent where an answer does not have the member. */
  const member = z.object({ name: z.string(), before: z.string().optional(), after: z.string().optional() });
  return z.object({
    of: z.object({ before: z.number(), after: z.number() }),
    counts: z.object({ added: z.number(), gone: z.number(), changed: z.number() }),
    added: z.array(one),
    gone: z.array(one),
    changed: z.array(one.extend({ members: z.array(member) })),
  });
}

const answerDifference = z.discriminatedUnion('compared', [
  /** `why`: a sentence. */
  z.object({ compared: z.literal(false), why: z.string() }),
  z.object({
    compared: z.literal(true),
    /** By the path of their own address, or by uid; host and base left out. */
    entities: difference({ kind: z.string(), key: z.string() }),
    /** By series and time. `start` epoch seconds, `duration` seconds; `text`: its members. */
    readings: difference({
      series: z.string(),
      start: z.number().optional(),
      duration: z.number().optional(),
      text: z.string(),
    }),
  }),
]);
export type AnswerDifference = z.infer<typeof answerDifference>;

export const resourceCalls = {
  /** What differs by meaning between two answers that are here already; no service is asked. */
  'resources.compare': core([]).query(z.object({ before: comparedText, after: comparedText }), answerDifference),
  /**
   * Asks the service for one address, once: nothing is repeated, and only the request log keeps what its setting says. An answer of any status is an
   * answer; only what brought none (no network, no token, another origin) rejects.
   */
  'resources.fetch': core([]).query(
    inWorkspace.extend({
      api: apiName.default('greenbutton'),
      /** Relative to the base of that API, or a whole address of the workspace's own origin. */
      path: z.string().min(1).max(4000),
      /** Green Button API: auth_uid whose access_token is sent where the path does not name one. */
      authorization: z.string().min(1).max(200).optional(),
      /** Green Button API: instead of the class that the address needs. */
      tokenClass: tokenClass.optional(),
    }),
    resourceAnswer,
  ),
  /**
   * Sends a request that acts to the JSON API, once: nothing is repeated by itself. An answer of any status is an answer.
   * Errors `workspace_read_only`, `confirmation_needed` on a live workspace, `not_json_api` for an address beside that API;
   * `details.outcome` of an error is `not_acted` where that is certain, and otherwise `unknown`.
   */
  'resources.send': core([]).command(
    inWorkspace.extend({
      method: z.enum(ACTING_METHODS),
      /** Relative to the base of the JSON API, or a whole address below it. */
      path: z.string().min(1).max(4000),
      /** JSON, sent as it is; none where it is empty. */
      body: z.string().max(1_000_000),
      confirmed,
    }),
    resourceAnswer,
  ),
};
