import { createRoute } from '@tanstack/react-router';
import { chosenMeters } from '../features/support/collect-button.tsx';
import { CollectScreen } from '../features/support/collect-screen.tsx';
import { CollectionScreen } from '../features/support/collection-screen.tsx';
import { CollectionsScreen } from '../features/support/collections-screen.tsx';
import { workspaceRoute } from './workspace.tsx';

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
