/** Keeps finished requests in the workspace's store, in batches, because a sync makes many. */
import type { RequestView } from '../http/index.ts';
import type { AppParts } from './parts.ts';

const FLUSH_AFTER_MS = 500;

/** @returns `flush` writes what is still in memory */
export function setupRequestLog({ connections, http, engine, log }: AppParts): { flush(): Promise<void> } {
  let waiting = new Map<string, RequestView[]>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = new Map();
    for (const [workspace, requests] of batch) {
      // Deleted since.
      if (!connections.workspaces.find(workspace)) continue;
      await engine
        .call('requests.append', { workspace, requests })
        .catch((error) => log.error('Requests could not be kept', error, { workspace, count: requests.length }));
    }
  }

  http.log.addSink({
    record(request) {
      if (request.workspace === undefined) return;
      waiting.set(request.workspace, [...(waiting.get(request.workspace) ?? []), request]);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
  });
  return { flush };
}
