import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const FilesScreen = lazyScreen(() => import('../features/files/files-screen.tsx'), 'FilesScreen');

export const filesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'files',
  component: () => <FilesScreen workspace={filesRoute.useParams().workspace} />,
});
