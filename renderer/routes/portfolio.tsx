import { createRoute } from '@tanstack/react-router';
import { parsePortfolioSearch } from '../features/portfolio/portfolio-address.ts';
import { parseSumSearch } from '../features/portfolio/sum-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const PortfolioScreen = lazyScreen(() => import('../features/portfolio/portfolio-screen.tsx'), 'PortfolioScreen');
const SumScreen = lazyScreen(() => import('../features/portfolio/sum-screen.tsx'), 'SumScreen');

export const portfolioRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'portfolio',
  validateSearch: parsePortfolioSearch,
  component: Portfolio,
});

function Portfolio() {
  const { workspace } = portfolioRoute.useParams();
  const navigate = useOwnAddress(portfolioRoute);
  return (
    <PortfolioScreen
      key={workspace}
      workspace={workspace}
      search={portfolioRoute.useSearch()}
      // What is chosen is one view: back leads out of it.
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}

const PortfolioReport = lazyScreen(
  () => import('../features/portfolio/report/portfolio-report.tsx'),
  'PortfolioReport',
);

export const portfolioReportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'portfolio/report',
  validateSearch: parsePortfolioSearch,
  component: ReportOfPortfolio,
});

function ReportOfPortfolio() {
  return <PortfolioReport {...portfolioReportRoute.useParams()} search={portfolioReportRoute.useSearch()} />;
}

export const sumRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'portfolio/sum',
  validateSearch: parseSumSearch,
  component: Sum,
});

function Sum() {
  const { workspace } = sumRoute.useParams();
  const navigate = useOwnAddress(sumRoute);
  return (
    <SumScreen
      workspace={workspace}
      search={sumRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
