import { createRoute } from '@tanstack/react-router';
import { parseUsageSearch } from '../features/usage/usage-address.ts';
import { UsageScreen } from '../features/usage/usage-screen.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const MeterReport = lazyScreen(() => import('../features/usage/report/meter-report.tsx'), 'MeterReport');

export const meterReportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'meters/$usagePoint/report',
  validateSearch: parseUsageSearch,
  component: MeterReportRoute,
});

function MeterReportRoute() {
  return <MeterReport {...meterReportRoute.useParams()} search={meterReportRoute.useSearch()} />;
}

export const meterRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'meters/$usagePoint',
  validateSearch: parseUsageSearch,
  component: MeterRoute,
});

function MeterRoute() {
  const { workspace, usagePoint } = meterRoute.useParams();
  const search = meterRoute.useSearch();
  const navigate = useOwnAddress(meterRoute);
  return (
    <UsageScreen
      // Another meter starts afresh; nothing of the one before may linger on the screen.
      key={`${workspace}/${usagePoint}`}
      workspace={workspace}
      usagePoint={usagePoint}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  );
}
