import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const RequestsScreen = lazyScreen(() => import('../features/requests/requests-screen.tsx'), 'RequestsScreen');

export const requestsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'requests',
  component: () => <RequestsScreen workspace={requestsRoute.useParams().workspace} />,
});
