/** Checks by requests: of a running service, as a guided run; and of clients that talk to the demo's embedded service. */
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

const clientWatch = z.object({
  on: z.boolean(),
  /** What a client has to know to talk to the embedded service; nothing secret. */
  places: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of what was seen since it was switched on. */
  result: rowsResult,
});
export type ClientWatch = z.infer<typeof clientWatch>;

/** `markdown` is for a ticket. */
const resultFormat = z.enum(['html', 'json', 'junit', 'markdown']);

export const serviceCheckCalls = {
  'conformance.service': core(['serviceCheck']).query(inWorkspace, serviceCheck),
  /** Begins a run; one that is under way is an error. */
  'conformance.startService': core(['serviceCheck']).command(
    inWorkspace.extend({ consents: z.array(consent).max(CONSENTS.length) }),
    nothing,
  ),
  /** Whether the step of this title, which asks, may be taken. */
  'conformance.answerService': core(['serviceCheck']).command(
    inWorkspace.extend({ step: z.string().max(100), go: z.boolean() }),
    nothing,
  ),
  'conformance.cancelService': core(['serviceCheck']).command(inWorkspace, nothing),
  /** The result to give to others. */
  'conformance.serviceReport': core([]).query(inWorkspace.extend({ format: resultFormat }), z.string()),
  /** What clients of the demo's embedded service do; error `demo_only` elsewhere. This program's own requests are left out. */
  'conformance.watch': core(['demo']).query(inWorkspace, clientWatch),
  /** Begins afresh, or ends it. */
  'conformance.setWatch': core(['demo']).command(inWorkspace.extend({ on: z.boolean() }), nothing),
  'conformance.watchReport': core([]).query(inWorkspace.extend({ format: resultFormat }), z.string()),
  /** The line of the embedded service with its tokens, for a client of one's own; they open nothing else. */
  'conformance.clientLine': core([]).command(inWorkspace, z.string()),
};

export const serviceCheckTopics = {
  /** A run has gone on. */
  'serviceCheck.changed': z.object({ workspace: z.string() }),
};
