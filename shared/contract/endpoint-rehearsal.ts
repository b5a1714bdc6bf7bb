/** The rehearsal against a webhook endpoint of one's own: what was sent, what it answered, and the verdict on it. */
import { z } from 'zod';
import { COMPARISONS, ENDPOINT_VERDICTS, FAULTS } from '../endpoint-faults.ts';
import { core, epochMillis, inWorkspace } from './define.ts';

const text = z.string().max(300);

/** What one request got. */
export const answerOfBench = z.object({
  status: z.number().optional(),
  /** Why there was no answer. */
  error: z.string().optional(),
  body: z.string(),
  durationMs: z.number(),
});

const faultResult = z.object({
  fault: z.enum(FAULTS),
  at: epochMillis,
  verdict: z.enum(ENDPOINT_VERDICTS),
  /** The last verdict that was not `unanswered`, this one included. */
  judged: z.enum(['right', 'wrong']).optional(),
  /** Against the last time that it could be judged; undefined where this or that was not. */
  compared: z.enum(COMPARISONS).optional(),
  /** One for each request, in order. */
  answers: z.array(answerOfBench),
});
export type FaultResult = z.infer<typeof faultResult>;

/** The newest result of each fault that was sent to an endpoint, in the order of the table of faults. */
export const endpointRehearsal = z.object({ url: z.string(), results: z.array(faultResult) });
export type EndpointRehearsal = z.infer<typeof endpointRehearsal>;

export const endpointCalls = {
  /** Sends faults to an endpoint of one's own, one after the other, signed with the workspace's secret. */
  'rehearsal.endpoint': core([]).command(
    inWorkspace.extend({
      url: z.string().max(2000),
      faults: z.array(z.enum(FAULTS)).min(1),
      type: z.string().min(1).max(200),
      authorization: text.optional(),
      meter: text.optional(),
      /** How often a delivery is sent that is not taken (`resent`), once a second. */
      attempts: z.number().int().min(1).max(60).default(10),
    }),
    endpointRehearsal,
  ),
  /** The results that are kept, of the endpoint that was rehearsed last first. */
  'rehearsal.endpoints': core([]).query(inWorkspace, z.array(endpointRehearsal)),
};
