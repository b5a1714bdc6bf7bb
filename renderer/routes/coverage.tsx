import { createRoute } from '@tanstack/react-router';
import { CoverageScreen } from '../features/coverage/coverage-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const coverageRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'coverage',
  component: () => <CoverageScreen workspace={coverageRoute.useParams().workspace} />,
});
