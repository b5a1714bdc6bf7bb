/** Test submissions and historical collections of each workspace, wired to its API, its store and the windows. */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { StoredRecord } from '../engine/index.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import {
  HistoricalCollections,
  isOver,
  ScenarioRuns,
  type StoredCollection,
  type StoredRun,
  type VerdictLimits,
} from '../support-desk/index.ts';
import type { BaseParts } from './base-parts.ts';
import { jsonApiOf } from './json-api.ts';
import { notifyOfCollection, runNotifier } from './support-notices.ts';

export interface SupportDesk {
  /** @throws AppError `no_service` */
  runs(workspace: string): Promise<ScenarioRuns>;
  /** @throws AppError `no_service` */
  collections(workspace: string): Promise<HistoricalCollections>;
  /** @throws AppError `no_service` */
  api(workspace: string): Promise<JsonApiClient>;
  /** How long runs wait where their file does not say. */
  limits(): Promise<VerdictLimits>;
  /** Whoever started this batch tells what it came to. */
  keepQuietAbout(batch: string): void;
  /** Goes on with what an earlier start left, in one workspace or in all; one that fails is logged and stops no other. */
  resume(workspace?: string): Promise<void>;
  /** Stops following anything in a workspace. What it kept goes on with {@link resume}, or goes with its store. */
  pause(workspace: string): Promise<void>;
  close(): void;
}

/** How often the service is asked while something is followed; its guidance is "other things once a second". */
const LOOK_EVERY_MS = 1000;
/** Unfinished records that are read at a time. */
const PAGE_RECORDS = 1000;

export function setupSupportDesk(parts: BaseParts, limits = verdictLimits(parts)): SupportDesk {
  const { connections, log } = parts;
  const desks = new Map<string, Promise<Desk>>();
  const quiet = new Set<string>();
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
    limits,
    keepQuietAbout: (batch) => void quiet.add(batch),
    async resume(workspace) {
      const withService = connections.workspaces.list().filter(({ kind }) => kind !== 'files');
      const wanted = withService.filter(({ id }) => workspace === undefined || id === workspace);
      await Promise.all(wanted.map(({ id }) => resumeDesk(id)));
    },
    async pause(workspace) {
      const opening = desks.get(workspace);
      desks.delete(workspace);
      await opening?.then(closeDesk, ignore);
    },
    close() {
      for (const opening of desks.values()) void opening.then(closeDesk, ignore);
    },
  };

  async function resumeDesk(workspace: string): Promise<void> {
    try {
      const { runs, collections } = await desk(workspace);
      await runs.resume();
      await collections.resume();
    } catch (error) {
      log.error('Test submissions of an earlier start could not go on', error, { workspace });
    }
  }

  async function openDesk(base: BaseParts, workspace: string): Promise<Desk> {
    const api = await jsonApiOf(base, workspace);
    const common = {
      workspace,
      api,
      service: workspace === DEMO_WORKSPACE ? base.demo.instance : undefined,
      lookEveryMs: LOOK_EVERY_MS,
      now: Date.now,
      sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
    };
    const notifyOfRun = runNotifier(base, (batch) => quiet.has(batch));
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
        if (collection.finishedAt !== undefined) {
          base.topics.publish('store.changed', { workspace, areas: ['attention'] });
        }
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

function closeDesk({ runs, collections }: Desk): void {
  runs.close();
  collections.close();
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
      // A record that is new meanwhile moves the others on, so that one may come twice; it must not be sent twice.
      const byId = new Map<string, T>();
      for (let offset = 0; ; offset += PAGE_RECORDS) {
        const asked = { workspace, kind, unfinished: true, offset, limit: PAGE_RECORDS };
        const { rows, matching } = await engine.call('runs.stored', asked);
        for (const { id, state } of rows) byId.set(id, read(state));
        if (offset + PAGE_RECORDS >= matching) return [...byId.values()];
      }
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

/** What the settings say now; tests with a fast clock shorten it through the environment, milliseconds. */
function verdictLimits(
  { programSettings }: Pick<BaseParts, 'programSettings'>,
  env: NodeJS.ProcessEnv = process.env,
): () => Promise<VerdictLimits> {
  const given = (text: string | undefined, fallback: number) =>
    text !== undefined && Number.isFinite(Number(text)) ? Number(text) : fallback;
  return async () => {
    const { quietSeconds, patienceMinutes } = await programSettings.get();
    return {
      quietMs: given(env.METERSCOPE_VERDICT_QUIET_MS, quietSeconds * 1000),
      patienceMs: given(env.METERSCOPE_VERDICT_PATIENCE_MS, patienceMinutes * 60_000),
    };
  };
}

function ignore(): void {
  // A desk that could not be opened has nothing to close.
}
