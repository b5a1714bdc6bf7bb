import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const AuthorizationScreen = lazyScreen(
  () => import('../features/authorizations/authorization-screen.tsx'),
  'AuthorizationScreen',
);

export const authorizationRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'authorizations/$authorization',
  component: () => <AuthorizationScreen {...authorizationRoute.useParams()} />,
});
