import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const ConnectionScreen = lazyScreen(() => import('../features/connections/connection-screen.tsx'), 'ConnectionScreen');
const NewWorkspaceScreen = lazyScreen(
  () => import('../features/connections/new-workspace-screen.tsx'),
  'NewWorkspaceScreen',
);
const SettingsScreen = lazyScreen(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen');

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
