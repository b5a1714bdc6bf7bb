import { createRoute } from '@tanstack/react-router';
import { useWorkspace } from '../api/index.ts';
import { DEFAULT_PERIOD, isPeriod, type VerdictPeriod } from '../features/support/verdict-periods.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const BatchScreen = lazyScreen(() => import('../features/support/batch-screen.tsx'), 'BatchScreen');
const RunScreen = lazyScreen(() => import('../features/support/run-screen.tsx'), 'RunScreen');
const VerdictsScreen = lazyScreen(() => import('../features/support/verdicts-screen.tsx'), 'VerdictsScreen');
const SupportScreen = lazyScreen(() => import('../features/support/support-screen.tsx'), 'SupportScreen');

export const supportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'support',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'runs' } => (tab === 'runs' ? { tab } : {}),
  component: Support,
});

function useKind(workspace: string): string {
  return useWorkspace(workspace)?.kind ?? 'live';
}

function Support() {
  const { workspace } = supportRoute.useParams();
  const kind = useKind(workspace);
  const { tab } = supportRoute.useSearch();
  const navigate = useOwnAddress(supportRoute);
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

/** `?days=92` chooses the period. */
export const verdictsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'verdicts',
  // The address may hold it as a number.
  validateSearch: ({ days }: Record<string, unknown>): { days?: VerdictPeriod } =>
    isPeriod(String(days)) ? { days: String(days) as VerdictPeriod } : {},
  component: Verdicts,
});

function Verdicts() {
  const { workspace } = verdictsRoute.useParams();
  const kind = useKind(workspace);
  const { days } = verdictsRoute.useSearch();
  const navigate = useOwnAddress(verdictsRoute);
  return (
    <VerdictsScreen
      key={workspace}
      workspace={workspace}
      kind={kind}
      period={days ?? DEFAULT_PERIOD}
      onPeriod={(chosen) => void navigate({ search: { days: chosen }, replace: true })}
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
