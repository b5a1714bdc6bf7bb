import type { TeamSearch } from './team-address.ts';

/** What each tab of the screen gets. */
export interface TeamProps {
  workspace: string;
  search: TeamSearch;
  onSearch: (search: TeamSearch) => void;
}
