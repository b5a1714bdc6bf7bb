import { createRoute } from '@tanstack/react-router';
import { parseAttentionSearch } from '../features/attention/attention-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const AttentionScreen = lazyScreen(() => import('../features/attention/attention-screen.tsx'), 'AttentionScreen');

export const attentionRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'attention',
  validateSearch: parseAttentionSearch,
  component: AttentionRoute,
});

function AttentionRoute() {
  const { workspace } = attentionRoute.useParams();
  const navigate = useOwnAddress(attentionRoute);
  return (
    <AttentionScreen
      workspace={workspace}
      search={attentionRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
