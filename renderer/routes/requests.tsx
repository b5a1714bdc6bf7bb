import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const RequestsScreen = lazyScreen(() => import('../features/requests/requests-screen.tsx'), 'RequestsScreen');

export const requestsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'requests',
  validateSearch: ({ request }: Record<string, unknown>): RequestsSearch =>
    typeof request === 'string' ? { request } : {},
  component: RequestsRoute,
});

/** The id of a request that is shown beside the log. */
interface RequestsSearch {
  request?: string;
}

function RequestsRoute() {
  const { workspace } = requestsRoute.useParams();
  const { request } = requestsRoute.useSearch();
  const navigate = requestsRoute.useNavigate();
  return (
    <RequestsScreen
      workspace={workspace}
      opened={request}
      onOpen={(id) => void navigate({ search: id === undefined ? {} : { request: id }, replace: true })}
    />
  );
}
