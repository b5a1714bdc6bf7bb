import { z } from 'zod';
import { confirmed, core, epochMillis, errorValue, inWorkspace, nothing, page } from './define.ts';

/** What a historical collection will do to a meter, said beforehand. */
const meterPlan = z.object({
  uid: z.string(),
  authorization: z.string().optional(),
  label: z.string(),
  status: z.string().optional(),
  /**
   * `drop`: its authorization ended, the service will leave it out in silence; `missing`: the service does not know it;
   * `unsaid`: the service does not say whether it was collected before.
   */
  plan: z.enum(['first', 'refresh', 'drop', 'missing', 'unsaid']),
  text: z.string(),
  /** Undefined where the service does not say them. */
  bills: z.number().optional(),
  intervals: z.number().optional(),
});
export type MeterPlan = z.infer<typeof meterPlan>;

const collectedMeter = z.object({
  uid: z.string(),
  authorization: z.string().optional(),
  /**
   * `dropped`: asked for, but missing in the service's answer; where the answer is not known, one that has not started while
   * others have, and cannot be collected.
   */
  state: z.enum(['dropped', 'pending', 'delayed', 'retrying', 'finished', 'errored']),
  status: z.string().optional(),
  /** What the service says of it. */
  message: z.string().optional(),
  /** Why it ended where no event told of its end, in a sentence. */
  ended: z.string().optional(),
  note: z.string().optional(),
  /** When the service expects to go on, ISO 8601 as sent. */
  eta: z.string().optional(),
  /** Counts are undefined where the service does not say them. */
  billsBefore: z.number().optional(),
  bills: z.number().optional(),
  intervalsBefore: z.number().optional(),
  intervals: z.number().optional(),
  /** Types of the events since the trigger, in order. */
  events: z.array(z.string()),
});
export type CollectedMeter = z.infer<typeof collectedMeter>;

const collectionView = z.object({
  id: z.string(),
  workspace: z.string(),
  state: z.enum(['starting', 'following', 'done', 'failed', 'refused', 'unknown', 'cancelled']),
  createdAt: epochMillis,
  finishedAt: epochMillis.optional(),
  /** Who triggered it: the user's name on this computer. */
  by: z.string(),
  /** Months that were asked for, and that the service says; undefined for the plan's default (12 or 36). */
  months: z.number().optional(),
  answeredMonths: z.number().optional(),
  asked: z.array(z.string()),
  meters: z.array(collectedMeter),
  error: errorValue.optional(),
});
export type CollectionView = z.infer<typeof collectionView>;

/** A collection as lists show it: how many meters were asked for, are finished, and were left out. */
const collectionLine = collectionView
  .omit({ asked: true, meters: true })
  .extend({ meters: z.number(), finished: z.number(), dropped: z.number() });
export type CollectionLine = z.infer<typeof collectionLine>;

const meterUids = z.array(z.string().min(1).max(200)).min(1).max(10_000);

export const collectionCalls = {
  'collections.preview': core([]).query(
    inWorkspace.extend({ meters: meterUids, months: z.number().int().min(1).max(36).optional() }),
    z.array(meterPlan),
  ),
  /**
   * One request for all meters; `months` 1 to 36, or the plan's default. Answers the collection's id.
   * Errors `workspace_read_only`, and `confirmation_needed` on a live workspace.
   */
  'collections.start': core([]).command(
    inWorkspace.extend({ meters: meterUids, months: z.number().int().min(1).max(36).optional(), confirmed }),
    z.object({ id: z.string() }),
  ),
  'collections.list': core([]).query(
    inWorkspace.extend(page.shape),
    z.object({ rows: z.array(collectionLine), matching: z.number() }),
  ),
  /** Those that are under way, with their meters. */
  'collections.underWay': core([]).query(inWorkspace, z.array(collectionView)),
  'collections.get': core([]).query(inWorkspace.extend({ id: z.string() }), collectionView),
  /**
   * Looks whether a trigger of unknown outcome acted: where the meters show it since then it is followed, else it stays
   * unknown. Answers what was found, in words.
   */
  'collections.findOut': core([]).command(
    inWorkspace.extend({ id: z.string() }),
    z.object({ acted: z.boolean(), text: z.string() }),
  ),
  'collections.cancel': core([]).command(inWorkspace.extend({ id: z.string() }), nothing),
};

export const collectionTopics = { 'collections.changed': collectionView };
