import { createRoute } from '@tanstack/react-router';
import { parseEventsSearch } from '../features/events/events-address.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { useOwnAddress } from './own-address.ts';
import { workspaceRoute } from './workspace.tsx';

const EventsScreen = lazyScreen(() => import('../features/events/events-screen.tsx'), 'EventsScreen');

export const eventsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'events',
  validateSearch: parseEventsSearch,
  component: EventsRoute,
});

function EventsRoute() {
  const { workspace } = eventsRoute.useParams();
  const search = eventsRoute.useSearch();
  const navigate = useOwnAddress(eventsRoute);
  return (
    <EventsScreen
      key={workspace}
      workspace={workspace}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  );
}
