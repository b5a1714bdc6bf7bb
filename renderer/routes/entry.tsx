import { createRoute } from '@tanstack/react-router';
import { EntryScreen } from '../features/entries/entry-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const entryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'entries/$entry',
  component: () => <EntryScreen {...entryRoute.useParams()} />,
});
