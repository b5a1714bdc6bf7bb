import { createRoute } from '@tanstack/react-router';
import { ProblemsScreen } from '../features/problems/problems-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const problemsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'problems',
  component: () => <ProblemsScreen workspace={problemsRoute.useParams().workspace} />,
});
