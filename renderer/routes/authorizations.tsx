import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const AuthorizationsScreen = lazyScreen(
  () => import('../features/authorizations/authorizations-screen.tsx'),
  'AuthorizationsScreen',
);

export const authorizationsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'authorizations',
  component: () => <AuthorizationsScreen workspace={authorizationsRoute.useParams().workspace} />,
});
