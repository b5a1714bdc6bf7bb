import { createRoute } from '@tanstack/react-router';
import { useCall } from '../api/index.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const BatchScreen = lazyScreen(() => import('../features/support/batch-screen.tsx'), 'BatchScreen');
const RunScreen = lazyScreen(() => import('../features/support/run-screen.tsx'), 'RunScreen');
const SupportScreen = lazyScreen(() => import('../features/support/support-screen.tsx'), 'SupportScreen');

export const supportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'runs' } => (tab === 'runs' ? { tab } : {}),
  component: Support,
});

function Support() {
  const { workspace } = supportRoute.useParams();
  const workspaces = useCall('workspaces.list', undefined);
  const kind = workspaces.data?.find(({ id }) => id === workspace)?.kind ?? 'live';
  const { tab } = supportRoute.useSearch();
  const navigate = supportRoute.useNavigate();
  return (
    <SupportScreen
      key={workspace}
      workspace={workspace}
      kind={kind}
      tab={tab ?? 'scenarios'}
      onTab={(chosen) => void navigate({ search: chosen === 'runs' ? { tab: chosen } : {}, replace: true })}
    />
  );
}

export const runRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support/runs/$run',
  component: () => {
    const { workspace, run } = runRoute.useParams();
    return <RunScreen key={run} workspace={workspace} id={run} />;
  },
});

export const batchRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support/batches/$batch',
  component: () => {
    const { workspace, batch } = batchRoute.useParams();
    return <BatchScreen workspace={workspace} batch={batch} />;
  },
});
