import { createRoute } from '@tanstack/react-router';
import { parseQuerySearch } from '../features/query/query-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const QueryScreen = lazyScreen(() => import('../features/query/query-screen.tsx'), 'QueryScreen');

export const queryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'query',
  validateSearch: parseQuerySearch,
  component: QueryRoute,
});

function QueryRoute() {
  const { workspace } = queryRoute.useParams();
  const navigate = useOwnAddress(queryRoute);
  return (
    <QueryScreen
      key={workspace}
      workspace={workspace}
      search={queryRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
