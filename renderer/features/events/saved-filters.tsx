import { NamedList } from '../../ui/named-list.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { type EventsSearch, filterOf, parseEventsSearch, withoutEmpty } from './events-address.ts';

interface SavedFiltersProps {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

const words = {
  title: 'Saved filters',
  empty: 'No saved filters yet. A name keeps types, object, way, verdict, text, time and order.',
  nameLabel: 'Name of these filters',
  deleteLabel: (name: string) => `Delete the filters ${name}`,
};

/** Filters and order of the log under names. */
export function SavedFilters({ search, onSearch }: SavedFiltersProps) {
  const [views, setViews] = usePreference<{ name: string; search: Record<string, unknown> }[]>('views.events', []);
  return (
    <NamedList
      items={views}
      onItems={setViews}
      // Kept by an older version perhaps: read like an address.
      onChoose={(saved) => onSearch(withoutEmpty({ ...parseEventsSearch(saved.search), event: search.event }))}
      current={(name) => ({
        name,
        search: { ...filterOf(search), ...(search.order ? { order: search.order } : {}) },
      })}
      words={words}
    />
  );
}
