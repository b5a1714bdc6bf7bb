import { createRoute, useNavigate } from '@tanstack/react-router';
import { useCall } from '../api/index.ts';
import { readPreference } from '../ui/preferences.ts';
import { Redirect } from '../ui/redirect.ts';
import { EmptyState, Pending } from '../ui/states.tsx';
import { rootRoute } from './root.tsx';

export const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Entrance });

/** The bare address: the workspace that was open last, else the demo. */
function Entrance() {
  const workspaces = useCall('workspaces.list', undefined);
  const navigate = useNavigate();
  if (workspaces.error || !workspaces.data) return <Pending query={workspaces} label="Starting" />;
  const last = readPreference('workspace');
  const open =
    workspaces.data.find(({ id }) => id === last) ??
    workspaces.data.find(({ kind }) => kind === 'demo') ??
    workspaces.data[0];
  if (!open) return <EmptyState title="There is no workspace yet" />;
  const params = { workspace: open.id };
  return <Redirect from="/" go={() => void navigate({ to: '/w/$workspace', params, replace: true })} />;
}
