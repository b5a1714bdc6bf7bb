/** The whole contract: what the renderer may ask of the main side (`calls`), and what it is notified of (`topics`). */
import { z } from 'zod';
import { analysisCalls } from './analysis.ts';
import { appCalls } from './app.ts';
import { attentionCalls } from './attention.ts';
import { billCalls } from './bills.ts';
import { collectionCalls, collectionTopics } from './collections.ts';
import { conformanceCalls, conformanceTopics } from './conformance.ts';
import { connectionCalls, connectionTopics } from './connections.ts';
import { coverageCalls } from './coverage.ts';
import { type Area, type CallDefinition, STORE_AREAS } from './define.ts';
import { demoCalls, demoTopics } from './demo.ts';
import { eventCalls, eventTopics } from './events.ts';
import { exportCalls } from './exports.ts';
import { fileCalls } from './files.ts';
import { groupCalls } from './groups.ts';
import { jobCalls, jobTopics } from './jobs.ts';
import { networkCalls } from './network.ts';
import { overviewCalls } from './overview.ts';
import { policyCalls } from './policy.ts';
import { portfolioCalls } from './portfolio.ts';
import { queryCalls } from './query.ts';
import { queryFileCalls } from './query-files.ts';
import { rankingCalls } from './ranking.ts';
import { requestCalls, requestTopics } from './requests.ts';
import { resourceCalls } from './resources.ts';
import { scenarioCalls, scenarioTopics } from './scenarios.ts';
import { scheduleCalls, scheduleTopics } from './schedules.ts';
import { serviceCheckCalls, serviceCheckTopics } from './service-check.ts';
import { settingsCalls } from './settings.ts';
import { shareCalls } from './share.ts';
import { sumCalls } from './sum.ts';
import { teamCalls } from './team.ts';
import { teamServerCalls } from './team-server.ts';
import { usageCalls } from './usage.ts';
import { workspaceCalls } from './workspaces.ts';

export const calls = {
  ...appCalls,
  ...workspaceCalls,
  ...connectionCalls,
  ...teamServerCalls,
  ...shareCalls,
  ...demoCalls,
  ...settingsCalls,
  ...networkCalls,
  ...policyCalls,
  ...portfolioCalls,
  ...rankingCalls,
  ...usageCalls,
  ...analysisCalls,
  ...billCalls,
  ...coverageCalls,
  ...overviewCalls,
  ...sumCalls,
  ...queryCalls,
  ...queryFileCalls,
  ...teamCalls,
  ...groupCalls,
  ...attentionCalls,
  ...jobCalls,
  ...requestCalls,
  ...fileCalls,
  ...conformanceCalls,
  ...serviceCheckCalls,
  ...exportCalls,
  ...resourceCalls,
  ...scenarioCalls,
  ...collectionCalls,
  ...scheduleCalls,
  ...eventCalls,
} satisfies Record<string, CallDefinition>;

export const topics = {
  ...jobTopics,
  ...requestTopics,
  ...connectionTopics,
  ...conformanceTopics,
  ...serviceCheckTopics,
  ...demoTopics,
  ...scenarioTopics,
  ...collectionTopics,
  ...scheduleTopics,
  ...eventTopics,
  /**
   * The data engine's process ended by itself: it was `restarted`, or `failed` to start several times in a row. `waiting`: a
   * store is still held by another process, mostly the engine of a program that was killed (published again and again);
   * `ready`: that is over, and what could not be answered can be asked again.
   */
  'engine.changed': z.object({ state: z.enum(['restarted', 'failed', 'waiting', 'ready']) }),
  /**
   * A store opens that an earlier version wrote, and it takes more than a moment: published again and again with the step that
   * runs; without `progress` once that is over.
   */
  'store.opening': z.object({
    workspace: z.string(),
    progress: z
      .object({
        /** From 1. */
        step: z.number(),
        steps: z.number(),
        /** What the step does, in words. */
        what: z.string(),
        /** What of it is done, where that can be counted, and what is counted. */
        done: z.number().optional(),
        of: z.number().optional(),
        noun: z.string().optional(),
      })
      .optional(),
  }),
  /** Something in a workspace's store changed: which areas a window should ask for again. */
  'store.changed': z.object({
    workspace: z.string(),
    areas: z.array(z.enum(STORE_AREAS)).readonly(),
  }),
  'workspaces.changed': z.object({}),
};

export type { Area, StoreArea } from './define.ts';

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type QueryName = { [K in CallName]: Calls[K]['kind'] extends 'query' ? K : never }[CallName];
/** What the core passes on to the store as it is. */
export type StoreCallName = { [K in CallName]: Calls[K]['by'] extends 'store' ? K : never }[CallName];
/** What a caller passes (before defaults) and what a handler gets (after). */
export type CallInput<K extends CallName> = z.input<Calls[K]['input']>;
export type HandlerInput<K extends CallName> = z.output<Calls[K]['input']>;
export type CallOutput<K extends CallName> = z.output<Calls[K]['output']>;

export type TopicName = keyof typeof topics;
export type TopicPayload<K extends TopicName> = z.output<(typeof topics)[K]>;

/** Answer of a call on the wire: a value, or an error with a code, a sentence and a next step. */
export type Reply<T> = { ok: true; value: T } | { ok: false; error: z.infer<typeof import('./define.ts').errorValue> };

/** All names, for transports that list them. */
export const callNames: readonly CallName[] = Object.keys(calls) as CallName[]; // `calls` has exactly these keys
export const topicNames: readonly TopicName[] = Object.keys(topics) as TopicName[]; // likewise

/** What the answer of each query is made of; the build puts it into the page (renderer/vite.config.ts), which loads no schema. */
export const areasOfQueries: Partial<Record<CallName, readonly Area[]>> = Object.fromEntries(
  callNames.filter((name) => calls[name].kind === 'query').map((name) => [name, calls[name].areas]),
);
/** The calls that the core passes on to the store. */
export const storeCallNames = callNames.filter((name): name is StoreCallName => calls[name].by === 'store');
