import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const ProblemsScreen = lazyScreen(() => import('../features/problems/problems-screen.tsx'), 'ProblemsScreen');

export const problemsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'problems',
  component: () => <ProblemsScreen workspace={problemsRoute.useParams().workspace} />,
});
