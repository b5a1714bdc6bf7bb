import { createRoute } from '@tanstack/react-router';
import { parseResourcesSearch } from '../features/resources/resources-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const ResourcesScreen = lazyScreen(() => import('../features/resources/resources-screen.tsx'), 'ResourcesScreen');

export const resourcesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'resources',
  validateSearch: parseResourcesSearch,
  component: ResourcesRoute,
});

function ResourcesRoute() {
  const { workspace } = resourcesRoute.useParams();
  const search = resourcesRoute.useSearch();
  const navigate = useOwnAddress(resourcesRoute);
  return (
    <ResourcesScreen
      key={workspace}
      workspace={workspace}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  );
}
