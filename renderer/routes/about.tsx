import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const AboutScreen = lazyScreen(() => import('../features/about/about-screen.tsx'), 'AboutScreen');

export const aboutRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'about',
  component: () => <AboutScreen />,
});
