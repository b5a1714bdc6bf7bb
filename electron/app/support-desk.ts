/** Test submissions and historical collections of each workspace, wired to its API, its store and the windows. */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import type { StoredRecord } from '../engine/index.ts';
import { JsonApiClient } from '../jsonapi/index.ts';
import {
  HistoricalCollections,
  isOver,
  ScenarioRuns,
  type StoredCollection,
  type StoredRun,
  VERDICT_LIMITS,
  type VerdictLimits,
} from '../scenarios/index.ts';
import type { BaseParts } from './base-parts.ts';

export interface SupportDesk {
  /** @throws AppError `no_service` */
  runs(workspace: string): Promise<ScenarioRuns>;
  /** @throws AppError `no_service` */
  collections(workspace: string): Promise<HistoricalCollections>;
  /** @throws AppError `no_service` */
  api(workspace: string): Promise<JsonApiClient>;
  /** Goes on with what an earlier start left. */
  resume(): Promise<void>;
  close(): void;
}

/** Looks at the service so often while something is followed; its guidance is "other things once a second". */
const LOOK_EVERY_MS = 1000;
/** Unfinished records that a start goes on with. */
const MAX_RESUMED = 1000;

export function setupSupportDesk(parts: BaseParts, limits = verdictLimits()): SupportDesk {
  const { connections, http } = parts;
  const desks = new Map<string, Promise<Desk>>();
  const desk = (workspace: string): Promise<Desk> => {
    let opening = desks.get(workspace);
    if (!opening) {
      opening = openDesk(parts, workspace);
      desks.set(workspace, opening);
      opening.catch(() => desks.delete(workspace));
    }
    return opening;
  };
  return {
    runs: async (workspace) => (await desk(workspace)).runs,
    collections: async (workspace) => (await desk(workspace)).collections,
    api: async (workspace) => (await desk(workspace)).api,
    async resume() {
      for (const { id, kind } of connections.workspaces.list()) {
        if (kind === 'files') continue;
        const { runs, collections } = await desk(id);
        await runs.resume();
        await collections.resume();
      }
    },
    close() {
      for (const opening of desks.values()) {
        opening.then(({ runs, collections }) => {
          runs.close();
          collections.close();
        }, ignore);
      }
    },
  };

  async function openDesk(base: BaseParts, workspace: string): Promise<Desk> {
    const { apiBase } = await connections.bases(workspace);
    const api = new JsonApiClient({ http, tokens: connections.tokenSource(workspace), apiBase, workspace });
    const common = {
      workspace,
      api,
      lookEveryMs: LOOK_EVERY_MS,
      now: Date.now,
      sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
    };
    const notifyOfRun = runNotifier(base);
    const runs = new ScenarioRuns({
      ...common,
      store: records(base, workspace, 'run', runRecord, (record) => record as StoredRun),
      onChange: (run) => {
        base.topics.publish('runs.changed', run);
        notifyOfRun(run);
      },
      limits,
    });
    const collections = new HistoricalCollections({
      ...common,
      by: os.userInfo().username,
      store: records(base, workspace, 'collection', collectionRecord, (record) => record as StoredCollection),
      onChange: (collection) => {
        base.topics.publish('collections.changed', collection);
        notifyOfCollection(base, collection);
      },
    });
    return { api, runs, collections };
  }
}

interface Desk {
  api: JsonApiClient;
  runs: ScenarioRuns;
  collections: HistoricalCollections;
}

/** Records of one kind in the workspace's store. `read` trusts what `write` of this program has put there. */
function records<T>(
  { engine }: BaseParts,
  workspace: string,
  kind: StoredRecord['kind'],
  write: (value: T) => Omit<StoredRecord, 'kind'>,
  read: (value: unknown) => T,
) {
  return {
    save: async (value: T) => void (await engine.call('runs.save', { workspace, record: { kind, ...write(value) } })),
    unfinished: async () => {
      const { rows } = await engine.call('runs.stored', { workspace, kind, unfinished: true, limit: MAX_RESUMED });
      return rows.map((row) => read(row.state));
    },
  };
}

function runRecord(run: StoredRun): Omit<StoredRecord, 'kind'> {
  const { id, batch, createdAt } = run.view;
  return { id, batch, over: isOver(run.view), createdAt, view: run.view, state: run };
}

function collectionRecord(collection: StoredCollection): Omit<StoredRecord, 'kind'> {
  const { id, createdAt, finishedAt } = collection.view;
  return { id, batch: undefined, over: finishedAt !== undefined, createdAt, view: collection.view, state: collection };
}

/** Tests with a fast clock shorten the limits through the environment; milliseconds. */
function verdictLimits(env: NodeJS.ProcessEnv = process.env): VerdictLimits {
  const given = (text: string | undefined, fallback: number) =>
    text !== undefined && Number.isFinite(Number(text)) ? Number(text) : fallback;
  return {
    quietMs: given(env.METERSCOPE_VERDICT_QUIET_MS, VERDICT_LIMITS.quietMs),
    patienceMs: given(env.METERSCOPE_VERDICT_PATIENCE_MS, VERDICT_LIMITS.patienceMs),
  };
}

/** One notification for a single run, and one for a whole batch once its last run has ended. */
function runNotifier({ host, log }: BaseParts): (run: RunView) => void {
  const batches = new Map<string, Map<string, RunView>>();
  return (run) => {
    if (!host.capabilities.notifications) return;
    const batch = run.batch ?? run.id;
    const runs = batches.get(batch) ?? new Map<string, RunView>();
    batches.set(batch, runs.set(run.id, run));
    if (![...runs.values()].every(isOver)) return;
    batches.delete(batch);
    const route = runs.size === 1 ? `runs/${run.id}` : `batches/${batch}`;
    const notification = { ...batchWords([...runs.values()]), route: `/w/${run.workspace}/support/${route}` };
    host.notify(notification).catch((error) => log.error('A notification could not be shown', error));
  };
}

function batchWords(runs: readonly RunView[]): { title: string; body: string } {
  const [only] = runs;
  if (only && runs.length === 1) {
    return {
      title: `${only.scenario}: ${only.state}`,
      body: only.reason ?? `Test submission at ${only.utility} ended.`,
    };
  }
  const failed = runs.filter(({ state }) => state !== 'pass');
  return {
    title: `${runs.length - failed.length} of ${runs.length} test submissions passed`,
    body:
      failed.length === 0
        ? 'Every expectation holds.'
        : failed
            .slice(0, 5)
            .map(({ scenario, state }) => `${scenario}: ${state}`)
            .join(', '),
  };
}

const collectionEnds: ReadonlySet<CollectionView['state']> = new Set(['done', 'failed', 'unknown']);

function notifyOfCollection({ host, log }: BaseParts, collection: CollectionView): void {
  if (!host.capabilities.notifications || !collectionEnds.has(collection.state)) return;
  const title = collection.state === 'done' ? 'Historical collection finished' : 'Historical collection failed';
  const finished = collection.meters.filter((meter) => meter.state === 'finished').length;
  host
    .notify({
      title,
      body: collection.error?.message ?? `${finished} of ${collection.asked.length} meters were collected.`,
      route: `/w/${collection.workspace}/support/collections/${collection.id}`,
    })
    .catch((error) => log.error('A notification could not be shown', error));
}

function ignore(): void {
  // A desk that could not be opened has nothing to close.
}
