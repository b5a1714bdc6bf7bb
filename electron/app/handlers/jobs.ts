import type { jobCalls } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { lineOf } from '../../jobs/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { SYNC_JOB } from '../sync.ts';

/** Jobs and waits. */
export function jobHandlers({ jobs, http, connections, engine }: AppParts): CoreHandlers<typeof jobCalls> {
  async function authorizationsOf(workspace: string, group: string): Promise<string[]> {
    const meters = await engine.call('groups.meters', { workspace, group });
    const uids = [...new Set(meters.flatMap(({ authorization }) => authorization ?? []))];
    if (uids.length > 0) return uids;
    throw new AppError({
      code: 'group_empty',
      message: 'No meter of this group belongs to an authorization that could be fetched.',
      action: 'Put meters into the group, or fetch the whole workspace.',
    });
  }

  return {
    'jobs.list': ({ workspace }) => jobs.list(workspace).map(lineOf),
    'jobs.failures': ({ id }) => jobs.failures(id),
    'jobs.cancel': ({ id }) => jobs.cancel(id),
    'jobs.resume': async ({ id }) => void (await jobs.resume(id)),
    'waits.list': () => http.waits.list(),
    'waits.askNow': ({ id }) => found(http.waits.askNow(id)),
    'waits.cancel': ({ id }) => found(http.waits.cancel(id)),
    'sync.start': async ({ workspace, group, full, ...input }) => {
      await connections.ready(workspace);
      const authorizations = group === undefined ? input.authorizations : await authorizationsOf(workspace, group);
      const job = await jobs.start(SYNC_JOB, workspace, {
        ...(authorizations === undefined ? {} : { authorizations }),
        ...(full === undefined ? {} : { full }),
      });
      return { job: job.id };
    },
  };
}

function found(there: boolean): void {
  if (there) return;
  throw new AppError({
    code: 'wait_over',
    message: 'This wait is already over.',
    action: 'Look under Jobs for what came of it.',
  });
}
