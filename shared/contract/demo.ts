/** What the demo's embedded service can be made to do: fail, answer late, move its clock. Error `demo_only` for any other workspace. */
import { z } from 'zod';
import { core, epochMillis, inWorkspace, nothing } from './define.ts';

const DAY_S = 86_400;

/** What happens to requests. Without `status` the service answers itself: late, or cut. */
const fault = z.object({
  /** Path without its query, or a glob: `*` is any run of characters, `?` one. */
  path: z.string().trim().min(1).max(2000),
  status: z.number().int().min(200).max(599).optional(),
  /** Of the Retry-After header. */
  retryAfterSeconds: z.number().int().min(0).max(DAY_S).optional(),
  /** Of the answer; none where absent. */
  body: z.enum(['html', 'json']).optional(),
  /** Before the answer. */
  delayMs: z.number().int().min(0).max(600_000).optional(),
  /** The connection ends in the middle of the answer. */
  cut: z.boolean().optional(),
  /** How many requests get it; all until it is switched off where absent. */
  times: z.number().int().min(1).max(10_000).optional(),
});
export type DemoFault = z.infer<typeof fault>;

const armedFault = fault.extend({
  id: z.number(),
  /** Any where absent. */
  method: z.string().optional(),
  /** Requests that still get it; all where absent. */
  left: z.number().optional(),
});
export type ArmedFault = z.infer<typeof armedFault>;

const rate = z.object({
  /** Requests of one token in a window. */
  requests: z.number().int().min(0).max(1_000_000),
  /** Length of the window. */
  perSeconds: z.number().int().min(1).max(DAY_S),
});

const state = z.object({
  /** The service's own time when it answered. */
  now: epochMillis,
  balance: z.number(),
  /** uid of the meter whose collection needs a positive balance. */
  paidMeter: z.string(),
  /** In the order in which they are tried. */
  faults: z.array(armedFault),
  /** Those that were used up since the last `demo.reset`, the newest first: what is waited out may come of one. */
  spent: z.array(armedFault),
  rate: rate.optional(),
  /** What real custodians do to the standard. */
  quirks: z.array(z.object({ name: z.string(), meaning: z.string(), on: z.boolean() })),
});
export type DemoState = z.infer<typeof state>;

export const demoCalls = {
  'demo.state': core(['demo']).query(inWorkspace, state),
  'demo.arm': core(['demo']).command(inWorkspace.extend({ fault }), nothing),
  'demo.disarm': core(['demo']).command(inWorkspace.extend({ id: z.number().int() }), nothing),
  /** Absent: no limit. */
  'demo.setRate': core(['demo']).command(inWorkspace.extend({ rate: rate.optional() }), nothing),
  /** Moves the service's clock on and does all that falls due. It cannot be moved back. */
  'demo.advance': core(['demo']).command(
    inWorkspace.extend({
      seconds: z
        .number()
        .int()
        .min(1)
        .max(366 * DAY_S),
    }),
    nothing,
  ),
  'demo.setBalance': core(['demo']).command(
    inWorkspace.extend({ balance: z.number().min(-1_000_000).max(1_000_000) }),
    nothing,
  ),
  /** Names of those that are to be on. */
  'demo.setQuirks': core(['demo']).command(inWorkspace.extend({ on: z.array(z.string().max(100)).max(100) }), nothing),
  /** No faults, no limit, no quirks, the balance that the service starts with; what waits is asked now. The clock stays. */
  'demo.reset': core(['demo']).command(inWorkspace, nothing),
};

export const demoTopics = {
  /** Somebody steered the embedded service. */
  'demo.changed': z.object({}),
};
