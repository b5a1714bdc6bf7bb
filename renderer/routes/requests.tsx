import { createRoute } from '@tanstack/react-router';
import { parseRequestsSearch } from '../features/requests/requests-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const RequestsScreen = lazyScreen(() => import('../features/requests/requests-screen.tsx'), 'RequestsScreen');

export const requestsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'requests',
  validateSearch: parseRequestsSearch,
  component: RequestsRoute,
});

function RequestsRoute() {
  const { workspace } = requestsRoute.useParams();
  const search = requestsRoute.useSearch();
  const navigate = useOwnAddress(requestsRoute);
  return (
    <RequestsScreen
      workspace={workspace}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
