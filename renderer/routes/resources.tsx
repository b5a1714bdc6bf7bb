import { createRoute } from '@tanstack/react-router';
import { parseResourcesSearch } from '../features/resources/resources-address.ts';
import { ResourcesScreen } from '../features/resources/resources-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

export const resourcesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'resources',
  validateSearch: parseResourcesSearch,
  component: ResourcesRoute,
});

function ResourcesRoute() {
  const { workspace } = resourcesRoute.useParams();
  const search = resourcesRoute.useSearch();
  const navigate = resourcesRoute.useNavigate();
  return (
    <ResourcesScreen
      key={workspace}
      workspace={workspace}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  );
}
