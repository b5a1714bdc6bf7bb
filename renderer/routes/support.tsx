import { createRoute } from '@tanstack/react-router';
import { useCall } from '../api/index.ts';
import { BatchScreen } from '../features/support/batch-screen.tsx';
import { RunScreen } from '../features/support/run-screen.tsx';
import { SupportScreen } from '../features/support/support-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const supportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support',
  component: Support,
});

function Support() {
  const { workspace } = supportRoute.useParams();
  const workspaces = useCall('workspaces.list', undefined);
  const kind = workspaces.data?.find(({ id }) => id === workspace)?.kind ?? 'live';
  return <SupportScreen key={workspace} workspace={workspace} kind={kind} />;
}

export const runRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support/runs/$run',
  component: () => {
    const { workspace, run } = runRoute.useParams();
    return <RunScreen key={run} workspace={workspace} id={run} />;
  },
});

export const batchRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support/batches/$batch',
  component: () => {
    const { workspace, batch } = batchRoute.useParams();
    return <BatchScreen workspace={workspace} batch={batch} />;
  },
});
