/** Keeps finished requests in the workspace's store, in batches, because a sync makes many; without a secret. */
import type { RequestPolicy } from '#shared/contract/requests.ts';
import { type Capture, hidingSecrets, keptExchange, type RequestView, withoutSecrets } from '../http/index.ts';
import type { BaseParts } from './base-parts.ts';

const FLUSH_AFTER_MS = 500;
const MIB = 1024 * 1024;
/** Old secrets that are remembered beside those of now. */
const OLD_SECRETS = 1_000;

interface Finished {
  view: RequestView;
  capture: Capture | undefined;
}

/** What is kept of headers and bodies, in the words of the engine. */
export function keepLimits({ days, totalMiB }: RequestPolicy): { days: number; bytes: number } {
  return { days, bytes: totalMiB * MIB };
}

export interface AppRequestLog {
  /** Requests of a workspace that are not in its store: those under way, and those that ended and are not written yet. */
  held(workspace: string): RequestView[];
  /** Writes what is still in memory; resolves once it is in the store. */
  flush(): Promise<void>;
}

/** Keeps every request that ends from now on. */
export function setupRequestLog({
  connections,
  http,
  engine,
  log,
}: Pick<BaseParts, 'connections' | 'http' | 'engine' | 'log'>): AppRequestLog {
  let waiting = new Map<string, Finished[]>();
  let inWriting: typeof waiting = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** A token that was renewed meanwhile still stands in what is written now. */
  const secrets = new Set<string>();
  let hide = hidingSecrets(secrets);

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error) => log.error('Requests could not be kept', error));
    return writing;
  }

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    if (batch.size === 0) return;
    inWriting = batch;
    try {
      await writeBatch(batch);
    } finally {
      inWriting = new Map();
    }
  }

  async function writeBatch(batch: typeof waiting): Promise<void> {
    const hideAll = await hiding([...batch.values()].flat());
    for (const [workspace, finished] of batch) {
      const policy = connections.workspaces.find(workspace)?.requests;
      // Deleted since.
      if (!policy) continue;
      const requests = finished.map(({ view: { about, ...view }, capture }) => ({
        view: withoutSecrets(view, hideAll),
        about,
        kept: capture && keptExchange({ ...view, about }, capture, policy, hideAll),
      }));
      await engine
        .call('requests.append', { workspace, requests, keep: keepLimits(policy) })
        .catch((error) => log.error('Requests could not be kept', error, { workspace, count: requests.length }));
    }
  }

  async function hiding(finished: readonly Finished[]) {
    const known = secrets.size;
    const current = await connections.secretTexts();
    for (const text of current) secrets.add(text);
    for (const { capture } of finished) for (const secret of capture?.secrets ?? []) secrets.add(secret);
    if (secrets.size > known) hide = hidingSecrets(secrets);
    const hideAll = hide;
    // The next batch begins anew.
    if (secrets.size > 2 * current.length + OLD_SECRETS) secrets.clear();
    return hideAll;
  }

  http.log.captureBy((workspace) => {
    const policy = connections.workspaces.find(workspace)?.requests;
    if (policy === undefined || policy.keep === 'nothing') return undefined;
    return policy.keep === 'headers' ? 0 : policy.bodyKiB * 1024;
  });
  http.log.addSink({
    record(view, capture) {
      if (view.workspace === undefined) return;
      const list = waiting.get(view.workspace);
      if (list) list.push({ view, capture });
      else waiting.set(view.workspace, [{ view, capture }]);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
  });
  return {
    flush,
    held: (workspace) => [
      ...http.log.list(workspace).filter(({ state }) => state === 'running'),
      ...[inWriting, waiting].flatMap((batch) => batch.get(workspace)?.map(({ view }) => view) ?? []),
    ],
  };
}
