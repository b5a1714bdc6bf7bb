import type { TeamSearch } from './team-address.ts';

/** Whose answers are shown. */
export interface TeamOf {
  workspace: string;
  /** The server, as the heading names it. */
  server: string;
}

/** What each tab of the screen gets. */
export interface TeamProps extends TeamOf {
  search: TeamSearch;
  onSearch: (search: TeamSearch) => void;
}
