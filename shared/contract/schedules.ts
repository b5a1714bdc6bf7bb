/** Batches of test submissions at set times, while the program runs. */
import { z } from 'zod';
import { confirmed, core, epochMillis, inWorkspace, nothing } from './define.ts';

const every = z.discriminatedUnion('kind', [
  /** Once a local day of this computer, `HH:MM`; where the clock leaps over that time, right after the leap. */
  z.object({ kind: z.literal('daily'), at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  /** Counted from when it was made. */
  z.object({ kind: z.literal('hours'), hours: z.number().int().min(1).max(168) }),
]);
export type Every = z.infer<typeof every>;

const wanted = z.object({
  form: z.string().min(1).max(200),
  utilities: z.array(z.string().min(1).max(200)).min(1).max(50),
  /** `all`: what every utility has at that time. */
  scenarios: z.union([z.literal('all'), z.array(z.string().min(1).max(200)).min(1).max(200)]),
  every,
});
export type WantedSchedule = z.infer<typeof wanted>;

/** What became of the last time. Neither `batch` nor `skipped`: it is being sent, or the program ended just before that. */
const scheduleLast = z.object({
  planned: epochMillis,
  at: epochMillis,
  /** Planned times before `planned` at which the program was not running, or busy with another batch. */
  missed: z.number(),
  batch: z.string().optional(),
  /** Why nothing was sent, a sentence. */
  skipped: z.string().optional(),
});
export type ScheduleLast = z.infer<typeof scheduleLast>;

const scheduleView = wanted.extend({
  id: z.string(),
  /** Submissions each time. */
  submissions: z.number(),
  next: epochMillis,
  last: scheduleLast.optional(),
  /** Its batch is being sent. */
  sending: z.boolean(),
  /** The newest batch that was sent, and how many of its runs ended how; `open` are not over. */
  result: z
    .object({ batch: z.string(), at: epochMillis, passed: z.number(), runs: z.number(), open: z.number() })
    .optional(),
});
export type ScheduleView = z.infer<typeof scheduleView>;

export const scheduleCalls = {
  'schedules.list': core([]).query(inWorkspace, z.array(scheduleView)),
  /**
   * On a live workspace the user agrees once, to so many submissions each time. Errors `workspace_read_only`,
   * `confirmation_needed`, `too_many_schedules`.
   */
  'schedules.add': core([]).command(inWorkspace.extend({ ...wanted.shape, confirmed }), z.object({ id: z.string() })),
  /** A batch that is under way goes on. */
  'schedules.remove': core([]).command(inWorkspace.extend({ id: z.string() }), nothing),
};

export const scheduleTopics = { 'schedules.changed': z.object({ workspace: z.string() }) };
