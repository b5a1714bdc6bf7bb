/** Overviews under names: group, measure, months, and what is chosen, as the address has them. */
import { NamedList } from '../../ui/named-list.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { type PortfolioProps, type PortfolioSearch, parsePortfolioSearch } from './portfolio-address.ts';

interface NamedSearch {
  name: string;
  /** As an older program may have kept it. */
  search?: PortfolioSearch;
}

const words = {
  title: 'Saved views',
  empty: 'No saved views yet. A view keeps group, measure, months and what is chosen under a name.',
  nameLabel: 'Name of this view',
  deleteLabel: (name: string) => `Delete the view ${name}`,
};

export function PortfolioViews({ search, onSearch }: Pick<PortfolioProps, 'search' | 'onSearch'>) {
  const [views, setViews] = usePreference<NamedSearch[]>('views.portfolio', []);
  return (
    <NamedList
      items={views}
      onItems={setViews}
      onChoose={(saved) => onSearch(parsePortfolioSearch({ ...saved.search }))}
      current={(name) => ({ name, search })}
      words={words}
    />
  );
}
