import type { jobCalls } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { isEventPoll } from '#shared/event-poll.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { SYNC_JOB } from '../sync.ts';

/** Jobs, waits and the request log. */
export function jobHandlers({ jobs, http, engine, connections }: AppParts): CoreHandlers<typeof jobCalls> {
  return {
    'jobs.list': ({ workspace }) => jobs.list(workspace),
    'jobs.cancel': ({ id }) => jobs.cancel(id),
    'jobs.resume': async ({ id }) => void (await jobs.resume(id)),
    'waits.list': () => http.waits.list(),
    'waits.askNow': ({ id }) => found(http.waits.askNow(id)),
    'waits.cancel': ({ id }) => found(http.waits.cancel(id)),
    'requests.list': async ({ workspace, limit, polls }) => {
      const stored = await engine.call('requests.list', { workspace, limit, polls });
      // Those under way, and those that the store has not got yet, come first.
      const fresh = http.log.list(workspace).reverse();
      const known = new Set(fresh.map(({ id }) => id));
      return [...fresh.filter((one) => polls || !isEventPoll(one)), ...stored.filter(({ id }) => !known.has(id))].slice(
        0,
        limit,
      );
    },
    'sync.start': async ({ workspace, authorizations, full }) => {
      await connections.ready(workspace);
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
  throw new AppError({ code: 'wait_over', message: 'This wait is already over.' });
}
