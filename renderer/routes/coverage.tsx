import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const CoverageScreen = lazyScreen(() => import('../features/coverage/coverage-screen.tsx'), 'CoverageScreen');

export const coverageRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'coverage',
  component: () => <CoverageScreen workspace={coverageRoute.useParams().workspace} />,
});
