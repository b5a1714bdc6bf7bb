import { createRoute } from '@tanstack/react-router';
import { RequestsScreen } from '../features/requests/requests-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const requestsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'requests',
  component: () => <RequestsScreen workspace={requestsRoute.useParams().workspace} />,
});
