import { createRoute } from '@tanstack/react-router';
import { parseRankingSearch } from '../features/ranking/ranking-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const RankingScreen = lazyScreen(() => import('../features/ranking/ranking-screen.tsx'), 'RankingScreen');

export const rankingRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'ranking',
  validateSearch: parseRankingSearch,
  component: RankingRoute,
});

function RankingRoute() {
  const { workspace } = rankingRoute.useParams();
  const navigate = useOwnAddress(rankingRoute);
  return (
    <RankingScreen
      key={workspace}
      workspace={workspace}
      search={rankingRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
