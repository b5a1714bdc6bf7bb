import { createRoute } from '@tanstack/react-router';
import { StartScreen } from '../features/start/start-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const startRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  component: () => <StartScreen workspace={startRoute.useParams().workspace} />,
});
