import { createRoute } from '@tanstack/react-router';
import { AboutScreen } from '../features/about/about-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const aboutRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'about',
  component: () => <AboutScreen />,
});
