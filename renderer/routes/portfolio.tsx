import { createRoute } from '@tanstack/react-router';
import { parsePortfolioSearch } from '../features/portfolio/portfolio-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const PortfolioScreen = lazyScreen(() => import('../features/portfolio/portfolio-screen.tsx'), 'PortfolioScreen');

export const portfolioRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'portfolio',
  validateSearch: parsePortfolioSearch,
  component: Portfolio,
});

function Portfolio() {
  const { workspace } = portfolioRoute.useParams();
  const navigate = portfolioRoute.useNavigate();
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
