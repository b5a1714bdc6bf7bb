import { createRoute } from '@tanstack/react-router';
import { parseTeamSearch } from '../features/team/team-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const TeamScreen = lazyScreen(() => import('../features/team/team-screen.tsx'), 'TeamScreen');

export const teamRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'team',
  validateSearch: parseTeamSearch,
  component: TeamRoute,
});

function TeamRoute() {
  const { workspace } = teamRoute.useParams();
  const navigate = useOwnAddress(teamRoute);
  return (
    <TeamScreen
      key={workspace}
      workspace={workspace}
      search={teamRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
