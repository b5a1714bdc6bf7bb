import { NamedList } from '../named-list.tsx';
import { usePreference } from '../preferences.ts';
import { restoredView, type TableView } from './columns.ts';

interface NamedView {
  name: string;
  /** As an older program may have kept it. */
  view?: Partial<TableView>;
}

const words = {
  title: 'Saved views',
  empty: 'No saved views yet. A view keeps columns, order, filters and search under a name.',
  nameLabel: 'Name of this view',
  deleteLabel: (name: string) => `Delete the view ${name}`,
};

/** Views of a table under names: what is sorted, filtered, searched and shown. */
export function SavedViews({ id, view, onView }: { id: string; view: TableView; onView: (view: TableView) => void }) {
  const [views, setViews] = usePreference<NamedView[]>(`views.${id}`, []);
  return (
    <NamedList
      items={views}
      onItems={setViews}
      onChoose={(saved) => onView(restoredView(saved.view ?? {}))}
      current={(name) => ({ name, view })}
      words={words}
    />
  );
}
