/** The check of a running service as a guided run: what is read first, then what was agreed to, step by step. */
import { z } from 'zod';
import { CONSENTS } from '../service-check.ts';
import { checkedBlock, checkedTest, checkNote } from './conformance.ts';
import { core, epochMillis, errorValue, inWorkspace, nothing } from './define.ts';

/** A row of the book that requests answer: what was expected, and each thing that came. */
const requestTest = checkedTest.extend({
  expected: z.string(),
  /** In a sentence; why it could not be looked at. */
  came: z.string(),
  looks: z.array(
    z.object({
      right: z.boolean(),
      came: z.string(),
      /** Id in the request log. */
      request: z.string().optional(),
    }),
  ),
});
export type RequestTest = z.infer<typeof requestTest>;

const rowsResult = z.object({
  /** Address of the service. */
  name: z.string(),
  blocks: z.array(checkedBlock),
  tests: z.array(requestTest),
  notes: z.array(checkNote),
});
export type RowsResult = z.infer<typeof rowsResult>;

const consent = z.enum(CONSENTS);

const step = z.object({
  title: z.string(),
  /** What it changes at the service, once it is its turn. */
  acts: z.string().optional(),
  /** `asking`: it waits for the user to say that it may go on. */
  state: z.enum(['waiting', 'running', 'asking', 'done', 'skipped']),
});
export type CheckStep = z.infer<typeof step>;

const run = z.object({
  /** Of the requests that are made for it: `check` in the request log. */
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  startedAt: epochMillis,
  endedAt: epochMillis.optional(),
  steps: z.array(step),
  /** Sent so far. */
  requests: z.number(),
  /** Why it failed. */
  error: errorValue.optional(),
  /** Once it is done. */
  result: rowsResult.optional(),
});
export type ServiceRun = z.infer<typeof run>;

const serviceCheck = z.object({
  /** What changes something at the service, in its order. */
  offers: z.array(
    z.object({
      consent,
      title: z.string(),
      what: z.string(),
      /** Why it cannot be done here. */
      cannot: z.string().optional(),
    }),
  ),
  /** Real customers are behind the service: nothing that changes something is chosen unless a person does. */
  isLive: z.boolean(),
  /** The last one since the program was started. */
  run: run.optional(),
});
export type ServiceCheck = z.infer<typeof serviceCheck>;

export const serviceCheckCalls = {
  'conformance.service': core(['serviceCheck']).query(inWorkspace, serviceCheck),
  /** Begins a run; one that is under way is an error. */
  'conformance.startService': core(['serviceCheck']).command(
    inWorkspace.extend({ consents: z.array(consent).max(CONSENTS.length) }),
    nothing,
  ),
  /** Whether the step that asks may be taken. */
  'conformance.answerService': core(['serviceCheck']).command(inWorkspace.extend({ go: z.boolean() }), nothing),
  'conformance.cancelService': core(['serviceCheck']).command(inWorkspace, nothing),
  /** The result to give to others. */
  'conformance.serviceReport': core([]).query(
    inWorkspace.extend({ format: z.enum(['html', 'json', 'junit']) }),
    z.string(),
  ),
};

export const serviceCheckTopics = {
  /** A run has gone on. */
  'serviceCheck.changed': z.object({ workspace: z.string() }),
};
