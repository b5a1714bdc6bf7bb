import { createRoute } from '@tanstack/react-router';
import { FilesScreen } from '../features/files/files-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const filesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'files',
  component: () => <FilesScreen workspace={filesRoute.useParams().workspace} />,
});
