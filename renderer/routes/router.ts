/**
 * All screens. The address lives in the hash, so that it works alike under `app://meterscope/` and on a loopback port,
 * and every view can be copied and opened again. To add a screen: its route in `plain.tsx` or, where
 * more is in its address, in a file of its own, and its line below.
 */
import { createHashHistory, createRouter } from '@tanstack/react-router';
import { attentionRoute } from './attention.tsx';
import { authorizationRoute } from './authorization.tsx';
import { checkRoute } from './check.tsx';
import { collectionRoute, collectionsRoute, collectRoute } from './collections.tsx';
import { connectionRoute } from './connection.tsx';
import { entryRoute } from './entry.tsx';
import { eventsRoute } from './events.tsx';
import { indexRoute } from './index.tsx';
import { meterReportRoute, meterRoute } from './meter.tsx';
import { metersRoute } from './meters.tsx';
import {
  aboutRoute,
  authorizationsRoute,
  coverageRoute,
  demoRoute,
  filesRoute,
  groupsRoute,
  jobsRoute,
  newWorkspaceRoute,
  problemsRoute,
  settingsRoute,
  shareRoute,
  startRoute,
} from './plain.tsx';
import { portfolioReportRoute, portfolioRoute, sumRoute } from './portfolio.tsx';
import { queryRoute } from './query.tsx';
import { rankingRoute } from './ranking.tsx';
import { requestsRoute } from './requests.tsx';
import { resourcesRoute } from './resources.tsx';
import { rootRoute } from './root.tsx';
import { batchRoute, runRoute, supportRoute, verdictsRoute } from './support.tsx';
import { teamRoute } from './team.tsx';
import { workspaceRoute } from './workspace.tsx';

/** Every address of the page. */
export const routeTree = rootRoute.addChildren([
  indexRoute,
  workspaceRoute.addChildren([
    startRoute,
    attentionRoute,
    groupsRoute,
    authorizationsRoute,
    authorizationRoute,
    metersRoute,
    meterRoute,
    meterReportRoute,
    portfolioRoute,
    portfolioReportRoute,
    sumRoute,
    rankingRoute,
    queryRoute,
    teamRoute,
    coverageRoute,
    eventsRoute,
    filesRoute,
    shareRoute,
    checkRoute,
    jobsRoute,
    requestsRoute,
    resourcesRoute,
    problemsRoute,
    demoRoute,
    entryRoute,
    connectionRoute,
    newWorkspaceRoute,
    settingsRoute,
    aboutRoute,
    supportRoute,
    runRoute,
    batchRoute,
    verdictsRoute,
    collectionsRoute,
    collectionRoute,
    collectRoute,
  ]),
]);

/** The router of the window. */
export function createAppRouter() {
  return createRouter({ routeTree, history: createHashHistory(), scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
