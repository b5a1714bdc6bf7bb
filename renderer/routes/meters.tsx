import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const MetersScreen = lazyScreen(() => import('../features/meters/meters-screen.tsx'), 'MetersScreen');

export const metersRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'meters',
  component: () => <MetersScreen workspace={metersRoute.useParams().workspace} />,
});
