/** The sync job, wired to the workspaces' tokens and the windows. */
import { z } from 'zod';
import type { StoreArea } from '#shared/contract/index.ts';
import { groupBy } from '#shared/group.ts';
import { Throttle } from '#shared/throttle.ts';
import { DEMO_WORKSPACE } from '../connections/index.ts';
import { GreenButtonClient } from '../greenbutton/index.ts';
import { systemClock } from '../http/index.ts';
import { SYNC_JOB, syncJob } from '../sync/index.ts';
import type { BaseParts } from './base-parts.ts';
import { askControl } from './demo-control.ts';
import { jsonApiOf } from './json-api.ts';

export { SYNC_JOB };

/** Windows are notified at most this often while a sync stores one authorization after the other. Milliseconds. */
const NOTIFY_EVERY_MS = 500;

/** Makes the job known. Must run before jobs are restored. */
export function setupSync(parts: BaseParts): void {
  const { jobs, engine, connections, http, topics, start } = parts;
  const stored = new Throttle<{ workspace: string; areas: readonly StoreArea[] }>(
    NOTIFY_EVERY_MS,
    (changes) => {
      for (const [workspace, some] of groupBy(changes, (change) => change.workspace)) {
        topics.publish('store.changed', { workspace, areas: [...new Set(some.flatMap(({ areas }) => areas))] });
      }
    },
    { leading: true },
  );
  jobs.register(
    syncJob({
      engine,
      clock: systemClock,
      waits: http.waits,
      client: async (workspace) => {
        const { espiBase } = await connections.bases(workspace);
        return new GreenButtonClient({ http, tokens: connections.tokenSource(workspace), espiBase, workspace });
      },
      api: (workspace) => jsonApiOf(parts, workspace),
      knownAuthorizations: (workspace) => connections.authorized(workspace),
      onStored: (workspace, areas) => stored.add({ workspace, areas }),
      firstStored: () => start.usable.soon(),
      serviceNow: async (workspace) => (workspace === DEMO_WORKSPACE ? await demoNow(parts) : undefined),
    }),
  );
}

const controlAnswer = z.looseObject({ now: z.iso.datetime({ offset: true }) });

/**
 * The time of the embedded service, epoch milliseconds: it begins anew with every start of the program, so a cursor of an
 * earlier start may be in its future. Undefined where it does not say.
 */
export async function demoNow({ connections }: BaseParts): Promise<number | undefined> {
  const { control_url } = await connections.demoBootstrap();
  const parsed = controlAnswer.safeParse(await askControl(control_url, 'GET'));
  return parsed.success ? Date.parse(parsed.data.now) : undefined;
}
