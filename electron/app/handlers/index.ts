/** The whole contract, implemented. A call that nobody implements does not compile. */
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { appHandlers } from './app.ts';
import { attentionHandlers } from './attention.ts';
import { conformanceHandlers } from './conformance.ts';
import { connectionHandlers } from './connections.ts';
import { demoHandlers } from './demo.ts';
import { eventHandlers } from './events.ts';
import { exportHandlers } from './exports.ts';
import { fileHandlers } from './files.ts';
import { jobHandlers } from './jobs.ts';
import { networkHandlers } from './network.ts';
import { queryHandlers } from './query.ts';
import { queryFileHandlers } from './query-files.ts';
import { requestHandlers } from './requests.ts';
import { resourceHandlers } from './resources.ts';
import { scheduleHandlers } from './schedules.ts';
import { settingsHandlers } from './settings.ts';
import { shareHandlers } from './share.ts';
import { storeHandlers } from './store.ts';
import { supportHandlers } from './support.ts';
import { teamHandlers } from './team.ts';
import { teamServerHandlers } from './team-server.ts';
import { workspaceHandlers } from './workspaces.ts';

export function allHandlers(parts: AppParts): Handlers {
  return {
    ...appHandlers(parts),
    ...workspaceHandlers(parts),
    ...connectionHandlers(parts),
    ...teamServerHandlers(parts),
    ...teamHandlers(parts),
    ...shareHandlers(parts),
    ...demoHandlers(parts),
    ...settingsHandlers(parts),
    ...networkHandlers(parts),
    ...storeHandlers(parts),
    ...attentionHandlers(parts),
    ...fileHandlers(parts),
    ...conformanceHandlers(parts),
    ...exportHandlers(parts),
    ...queryHandlers(parts),
    ...queryFileHandlers(parts),
    ...resourceHandlers(parts),
    ...jobHandlers(parts),
    ...requestHandlers(parts),
    ...supportHandlers(parts),
    ...scheduleHandlers(parts),
    ...eventHandlers(parts),
  };
}
