/** What the address of the screen "Team server" keeps. */
import { TEAM_RANKED_BY } from '#shared/list-columns.ts';

export const teamTabs = ['meters', 'totals', 'coverage', 'ranking'] as const;
export type TeamTab = (typeof teamTabs)[number];
export type TeamRankedBy = (typeof TEAM_RANKED_BY)[number];

/** How many months totals may be of. */
export const MONTH_COUNTS = [12, 24, 36, 120] as const;
export const DEFAULT_MONTHS = 12;

export interface TeamSearch {
  /** The list of meters without one. */
  tab?: TeamTab;
  /** Key of what adds up; what most meters have without one. */
  measure?: string;
  /** Only meters with this tariff; "" for none. */
  tariff?: string;
  months?: number;
  /** What is ranked by. */
  by?: TeamRankedBy;
  /** The lowest first. */
  up?: true;
  /** The month that is ranked (2024-01). */
  month?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseTeamSearch({ tab, measure, tariff, months, by, up, month }: Record<string, unknown>): TeamSearch {
  const shown = teamTabs.find((one) => one === tab && one !== 'meters');
  const ranked = TEAM_RANKED_BY.find((one) => one === by && one !== 'amount');
  return {
    ...(shown ? { tab: shown } : {}),
    ...(typeof measure === 'string' && measure !== '' ? { measure } : {}),
    // A tariff of digits stands in the address as a number.
    ...(typeof tariff === 'string' || typeof tariff === 'number' ? { tariff: String(tariff) } : {}),
    ...(MONTH_COUNTS.some((one) => one === months) && months !== DEFAULT_MONTHS ? { months: Number(months) } : {}),
    ...(ranked ? { by: ranked } : {}),
    ...(up === true ? { up } : {}),
    ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
  };
}

/** A month by number (year * 12 + month - 1) as the address has it: 2024-01. */
export function monthKey(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The first and the last day of a month (2024-01). */
export function daysOfMonth(month: string): { from: string; until: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}
