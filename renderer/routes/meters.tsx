import { createRoute } from '@tanstack/react-router';
import { MetersScreen } from '../features/meters/meters-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const metersRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'meters',
  component: () => <MetersScreen workspace={metersRoute.useParams().workspace} />,
});
