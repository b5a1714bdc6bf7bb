import { createRoute } from '@tanstack/react-router';
import { AuthorizationsScreen } from '../features/authorizations/authorizations-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const authorizationsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'authorizations',
  component: () => <AuthorizationsScreen workspace={authorizationsRoute.useParams().workspace} />,
});
