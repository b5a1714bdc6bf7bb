import { createRoute } from '@tanstack/react-router';
import { parseMetersSearch } from '../features/meters/meters-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const MetersScreen = lazyScreen(() => import('../features/meters/meters-screen.tsx'), 'MetersScreen');

export const metersRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'meters',
  validateSearch: parseMetersSearch,
  component: MetersRoute,
});

function MetersRoute() {
  const { workspace } = metersRoute.useParams();
  const navigate = useOwnAddress(metersRoute);
  return (
    <MetersScreen
      workspace={workspace}
      search={metersRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
