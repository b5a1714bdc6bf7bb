/** What the address of the overview keeps, so that it can be copied, opened again and come back to. */
import type { CallInput } from '#shared/contract/index.ts';
import type { OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES } from '#shared/overview-sides.ts';

/** How many months are shown at once. */
export const SPANS = [12, 24, 36, 60, 120] as const;

export interface PortfolioSearch {
  /** Id of a group; all meters without one. */
  group?: string;
  measure?: string;
  /** The first month, year * 12 + month - 1; without it the last one is that of the newest reading or bill. */
  first?: number;
  count?: number;
  choice?: OverviewChoice;
}

/** A year. */
const DEFAULT_COUNT = 12;

/** What an address asks. */
export function overviewQuestion(
  workspace: string,
  { count = DEFAULT_COUNT, ...asked }: PortfolioSearch,
): CallInput<'overview.get'> {
  return { workspace, count, ...asked };
}

export interface PortfolioProps {
  workspace: string;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parsePortfolioSearch(search: Record<string, unknown>): PortfolioSearch {
  const { group, measure, first, count } = search;
  const choice = parseChoice(search.choice);
  return {
    ...(isText(group) ? { group } : {}),
    // The address may hold it as a number.
    ...(isText(measure) ? { measure } : {}),
    ...(isMonth(first) ? { first } : {}),
    ...(SPANS.some((one) => one === count) ? { count: Number(count) } : {}),
    ...(Object.keys(choice).length > 0 ? { choice } : {}),
  };
}

function parseChoice(value: unknown): OverviewChoice {
  if (typeof value !== 'object' || value === null) return {};
  const given: Record<string, unknown> = { ...value };
  const sides = OVERVIEW_SIDES.flatMap((side) => {
    const list = given[side];
    const texts = Array.isArray(list) ? list.map(String).slice(0, 200) : [];
    return texts.length > 0 ? [[side, texts] as const] : [];
  });
  const months = Array.isArray(given.months) ? given.months.filter(isMonth).slice(0, 120) : [];
  const amount = parseAmount(given.amount);
  return {
    ...Object.fromEntries(sides),
    ...(months.length > 0 ? { months } : {}),
    ...(amount ? { amount } : {}),
  };
}

function parseAmount(value: unknown): OverviewChoice['amount'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { atLeast, below }: { atLeast?: unknown; below?: unknown } = value;
  const found = {
    ...(typeof atLeast === 'number' ? { atLeast } : {}),
    ...(typeof below === 'number' ? { below } : {}),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}

function isMonth(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 120_000;
}

/** A choice with a value more, or one less where it was chosen already. Empty lists go. */
export function toggled<Key extends Exclude<keyof OverviewChoice, 'amount'>>(
  choice: OverviewChoice,
  key: Key,
  value: string | number,
): OverviewChoice {
  const { [key]: before = [], ...rest } = choice;
  const list: readonly (string | number)[] = before;
  const now = list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return now.length === 0 ? rest : { ...rest, [key]: now };
}
