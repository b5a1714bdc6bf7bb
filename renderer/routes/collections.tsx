import { createRoute } from '@tanstack/react-router';
import { chosenMeters } from '../features/support/collect-button.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

const CollectScreen = lazyScreen(() => import('../features/support/collect-screen.tsx'), 'CollectScreen');
const CollectionScreen = lazyScreen(() => import('../features/support/collection-screen.tsx'), 'CollectionScreen');
const CollectionsScreen = lazyScreen(() => import('../features/support/collections-screen.tsx'), 'CollectionsScreen');

export const collectionsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'collections',
  component: () => <CollectionsScreen workspace={collectionsRoute.useParams().workspace} />,
});

export const collectionRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'collections/$collection',
  component: () => {
    const { workspace, collection } = collectionRoute.useParams();
    return <CollectionScreen key={collection} workspace={workspace} id={collection} />;
  },
});

/** `?meters=uid,uid` chooses meters beforehand. */
export const collectRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'collect',
  validateSearch: (search: Record<string, unknown>): { meters?: string } =>
    typeof search.meters === 'string' ? { meters: search.meters } : {},
  component: () => {
    const { workspace } = collectRoute.useParams();
    const { meters } = collectRoute.useSearch();
    return <CollectScreen key={meters ?? ''} workspace={workspace} chosen={chosenMeters(meters)} />;
  },
});
