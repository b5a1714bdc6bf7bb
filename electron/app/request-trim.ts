/** What was kept of requests goes after its days. */
import type { BaseParts } from './base-parts.ts';
import { keepLimits } from './request-log.ts';
import type { ComeUp } from './start/come-up.ts';

/** How often to check whether a workspace is due to be trimmed, which it is once a day. */
const LOOK_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Lets headers and bodies go that were kept long enough, also where no requests are made any more: soon after a store came up, then
 * once a day.
 * @returns `stop` ends it
 */
export function setupRequestTrim(
  { connections, engine, log }: Pick<BaseParts, 'connections' | 'engine' | 'log'>,
  { isUp }: Pick<ComeUp, 'isUp'>,
): { stop(): void } {
  const trimmed = new Map<string, number>();
  const timer = setInterval(() => {
    const now = Date.now();
    for (const { id, requests } of connections.workspaces.list()) {
      if (!isUp(id) || now - (trimmed.get(id) ?? 0) < DAY_MS) continue;
      trimmed.set(id, now);
      engine
        .call('requests.trim', { workspace: id, keep: keepLimits(requests), now })
        .catch((error) => log.error('Kept headers and bodies could not be trimmed', error, { workspace: id }));
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
