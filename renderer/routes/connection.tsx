import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const ConnectionScreen = lazyScreen(() => import('../features/connections/connection-screen.tsx'), 'ConnectionScreen');

export const connectionRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'connection',
  component: () => {
    const { workspace } = connectionRoute.useParams();
    return <ConnectionScreen key={workspace} workspace={workspace} />;
  },
});
