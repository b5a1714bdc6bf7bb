import { createRoute } from '@tanstack/react-router';
import { ConnectionScreen } from '../features/connections/connection-screen.tsx';
import { NewWorkspaceScreen } from '../features/connections/new-workspace-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const connectionRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'connection',
  component: () => {
    const { workspace } = connectionRoute.useParams();
    return <ConnectionScreen key={workspace} workspace={workspace} />;
  },
});

export const newWorkspaceRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'new-workspace',
  component: () => <NewWorkspaceScreen />,
});

export const settingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'settings',
  component: () => <SettingsScreen />,
});
