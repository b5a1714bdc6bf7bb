import type { scheduleCalls } from '#shared/contract/schedules.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { submissionsOf } from '../schedules.ts';
import { requireWanted } from './require-wanted.ts';

/** Batches of test submissions at set times. */
export function scheduleHandlers(parts: AppParts): CoreHandlers<typeof scheduleCalls> {
  const { schedules } = parts;
  return {
    'schedules.list': ({ workspace }) => schedules.views(workspace),
    'schedules.add': async ({ workspace, confirmed, ...wanted }) => {
      await requireWanted(parts, workspace, confirmed);
      const id = await schedules.of(workspace).add(wanted, confirmed ? submissionsOf(wanted).length : undefined);
      return { id };
    },
    'schedules.remove': ({ workspace, id }) => schedules.of(workspace).remove(id),
  };
}
