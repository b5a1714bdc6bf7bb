import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const EntryScreen = lazyScreen(() => import('../features/entries/entry-screen.tsx'), 'EntryScreen');

export const entryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'entries/$entry',
  component: () => <EntryScreen {...entryRoute.useParams()} />,
});
