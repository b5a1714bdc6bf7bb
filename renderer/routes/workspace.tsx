import { createRoute, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useCall } from '../api/index.ts';
import { useAttentionCount } from '../features/attention/use-attention-count.ts';
import { CheckFileAction } from '../features/conformance/check-file-action.tsx';
import { ArmedBadge } from '../features/demo/armed-badge.tsx';
import { DropTarget } from '../features/files/drop-target.tsx';
import { JobsPanel } from '../features/jobs/jobs-panel.tsx';
import { StatusLine } from '../features/jobs/status-line.tsx';
import { StoreOpening } from '../features/opening/store-opening.tsx';
import { writePreference } from '../ui/preferences.ts';
import { Shell } from '../ui/shell/shell.tsx';
import { LoadingState, Pending } from '../ui/states.tsx';
import { NotFound } from './not-found.tsx';
import { rootRoute } from './root.tsx';

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$workspace',
  component: WorkspaceFrame,
  notFoundComponent: NotFound,
});

/** Everything happens in a workspace; its frame says which, on every screen. */
function WorkspaceFrame() {
  const { workspace: id } = workspaceRoute.useParams();
  const workspaces = useCall('workspaces.list', undefined);
  const workspace = workspaces.data?.find((one) => one.id === id);
  useEffect(() => {
    if (workspace) writePreference('workspace', workspace.id);
  }, [workspace]);
  const attention = useAttentionCount(workspace?.id);
  if (workspaces.error || !workspaces.data) return <Pending query={workspaces} label="Starting" />;
  if (!workspace) return <NotFound />;
  return (
    <Shell
      workspace={workspace}
      workspaces={workspaces.data}
      badge={workspace.kind === 'demo' ? <ArmedBadge workspace={workspace} /> : null}
      counts={{ attention }}
      aside={<JobsPanel workspace={workspace.id} />}
      statusLine={<StatusLine workspace={workspace} />}
    >
      <CheckFileAction workspace={workspace.id} />
      <StoreOpening workspace={workspace.id} />
      <DropTarget workspace={workspace}>
        <Suspense fallback={<LoadingState label="Opening the screen" />}>
          <Outlet />
        </Suspense>
      </DropTarget>
    </Shell>
  );
}
