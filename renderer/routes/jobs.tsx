import { createRoute } from '@tanstack/react-router';
import { JobsScreen } from '../features/jobs/jobs-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const jobsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'jobs',
  component: () => <JobsScreen workspace={jobsRoute.useParams().workspace} />,
});
