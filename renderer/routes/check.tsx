import { createRoute } from '@tanstack/react-router';
import { parseCheckSearch } from '../features/conformance/check-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const CheckScreen = lazyScreen(() => import('../features/conformance/check-screen.tsx'), 'CheckScreen');

export const checkRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'check',
  validateSearch: parseCheckSearch,
  component: CheckRoute,
});

function CheckRoute() {
  const { workspace } = checkRoute.useParams();
  const search = checkRoute.useSearch();
  const navigate = useOwnAddress(checkRoute);
  return (
    <CheckScreen
      key={workspace}
      workspace={workspace}
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace })}
    />
  );
}
