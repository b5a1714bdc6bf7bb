/** What needs somebody's attention: a line each, with what it is, since when, and what it is about. */
import { z } from 'zod';
import { core, epochMillis, epochSeconds, inWorkspace, namedMeter, nothing, page, store } from './define.ts';

/** From which size on something is worth a line. Kept with the workspace. */
const thresholds = z.object({
  /** Days without data beyond what is usual for the meter. */
  silentDays: z.number().min(0).max(3650),
  /** Days that a bill is late beyond what is usual for the meter. */
  billDays: z.number().min(0).max(3650),
  /** Days that a gap is long. */
  gapDays: z.number().min(0).max(3650),
  /** Share of readings that are estimated, 0..1. */
  estimatedShare: z.number().min(0).max(1),
  /** Days until an authorization expires. */
  expiryDays: z.number().min(0).max(3650),
  /** Gaps and collections that ended longer ago than this many days are let be. */
  withinDays: z.number().min(1).max(36_500),
});
export type AttentionThresholds = z.infer<typeof thresholds>;

const kind = z.enum(['stopped', 'expiring', 'collection', 'bill', 'gap', 'estimated']);
export type AttentionKind = z.infer<typeof kind>;

const meter = namedMeter.extend({ authorization: z.string().optional() });

/** What is usual of a meter, as far as its own deliveries tell. Seconds. */
const rhythm = {
  /** From one delivery to the next, by the time that each reaches to. Undefined where there was one delivery only. */
  every: z.number().optional(),
  /** From the end of what a delivery brings to its arrival at the service. */
  delay: z.number().optional(),
};

/** `since` is epoch seconds, `sinceDay` its date by the meter's own clock. */
const aboutMeter = { meter, since: epochSeconds, sinceDay: z.string() };

const line = z.discriminatedUnion('kind', [
  /** Its data ends at `since`; `due` is when more was to be expected, `asOf` when the service was asked last. */
  z.object({ kind: z.literal('stopped'), ...aboutMeter, ...rhythm, due: epochSeconds, asOf: epochSeconds }),
  /** Its last bill ends at `since`; the next was due at `due`. */
  z.object({ kind: z.literal('bill'), ...aboutMeter, ...rhythm, due: epochSeconds, asOf: epochSeconds }),
  /** The first of `count` long gaps begins at `since`; `longest` is the length of the longest in seconds. */
  z.object({ kind: z.literal('gap'), ...aboutMeter, count: z.number(), longest: z.number() }),
  /** Of `readings` since `since`, this share is estimated. */
  z.object({ kind: z.literal('estimated'), ...aboutMeter, share: z.number(), readings: z.number() }),
  /** `since` is when it expires, or did; the service calls it active. */
  z.object({
    kind: z.literal('expiring'),
    authorization: z.object({ id: z.string(), uid: z.string(), customer: z.string().optional(), meters: z.number() }),
    since: epochSeconds,
  }),
  /** A historical collection that failed; `meters` are those that no later one has collected. */
  z.object({
    kind: z.literal('collection'),
    collection: z.object({ id: z.string(), state: z.string(), message: z.string().optional() }),
    meters: z.array(z.string()),
    since: epochSeconds,
  }),
]);
export type AttentionLine = z.infer<typeof line>;

export const attentionCalls = {
  /**
   * The lines, the most urgent kinds first. What is due is judged against the clock of the service, as it was when the workspace
   * asked it last; of an authorization that was never fetched, of one that ended, and of files, nothing is said to be due.
   */
  'attention.list': core(['attention', 'authorizations', 'usagePoints', 'series', 'bills', 'groups']).query(
    inWorkspace.extend({ kind: kind.optional(), group: z.string().max(200).optional(), ...page.shape }),
    z.object({
      rows: z.array(line),
      matching: z.number(),
      /** Lines of each kind, in the whole workspace or the group. */
      counts: z.record(kind, z.number()),
      thresholds,
      /** The present by the service's clock. */
      now: epochMillis,
    }),
  ),
  /** How many lines there are, for the badge: judged once the first chart stands, and anew after each job and collection. */
  'attention.count': core(['attention', 'groups']).query(inWorkspace, z.object({ lines: z.number() })),
  'attention.setThresholds': store(['attention']).command(inWorkspace.extend({ thresholds }), nothing),
};
