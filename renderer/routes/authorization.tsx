import { createRoute } from '@tanstack/react-router';
import { AuthorizationScreen } from '../features/authorizations/authorization-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const authorizationRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'authorizations/$authorization',
  component: () => <AuthorizationScreen {...authorizationRoute.useParams()} />,
});
