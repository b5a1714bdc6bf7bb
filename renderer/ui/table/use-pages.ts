/** Rows of a long list, asked for in pages as they come into view. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { previousOf } from '../../api/previous-of.ts';

/** What one call may ask for. */
const largestPage = 10_000;

export interface PageQuestion {
  offset: number;
  limit: number;
}

export interface PageAnswer<Row> {
  rows: Row[];
  /** Rows that match, and all rows. */
  matching: number;
  total: number;
}

interface PageOptions {
  /** Rows of a page. */
  size?: number;
  /** A question that nobody waits for any more is ended: `ask` gets a signal. Else its answer is kept. */
  abortable?: boolean;
  /** As of TanStack Query, ms. */
  staleTime?: number;
  gcTime?: number;
}

/**
 * @param queryKey starts with the call's name and its input, so that changes of the store reach it, and has all that the rows depend on
 */
export function usePages<Answer extends PageAnswer<unknown>>(
  queryKey: readonly unknown[],
  ask: (page: PageQuestion, signal?: AbortSignal) => Promise<Answer>,
  { size = 500, abortable = false, ...times }: PageOptions = {},
) {
  const page = (index: number) => ({
    queryKey: [...queryKey, 'page', index],
    // Whoever looks at the signal has the question dropped when it fires.
    queryFn: (context: { signal: AbortSignal }) =>
      ask({ offset: index * size, limit: size }, abortable ? context.signal : undefined),
    ...times,
  });
  // Another order or filter leaves the table where it is until its rows come; the columns are of the new measure at once.
  const first = useQuery({ ...page(0), placeholderData: previousOf(queryKey[1], 'measure') });
  return { first, page, size };
}

/**
 * The rows at some indexes, and the pages of them that could not be loaded.
 * @param held stands for the first page until that is here
 */
export function useRows<Row>(
  { page, size }: Pick<ReturnType<typeof usePages<PageAnswer<Row>>>, 'page' | 'size'>,
  indexes: readonly number[],
  held?: PageAnswer<Row>,
) {
  const numbers = [...new Set(indexes.map((index) => Math.floor(index / size)))];
  const pages = useQueries({ queries: numbers.map(page) });
  return {
    failed: pages.filter(({ error }) => error),
    rowAt: (index: number): Row | undefined => {
      const number = Math.floor(index / size);
      const answer = pages[numbers.indexOf(number)]?.data ?? (number === 0 ? held : undefined);
      return answer?.rows[index % size];
    },
  };
}

/**
 * Rows from one place on, in as few questions as can be. Who answers may give fewer than were asked for: all are here when no more match.
 */
export async function takeRows<Row>(
  ask: (page: PageQuestion) => Promise<PageAnswer<Row>>,
  offset: number,
  count: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  while (rows.length < count) {
    const limit = Math.min(largestPage, count - rows.length);
    const page = await ask({ offset: offset + rows.length, limit });
    for (const row of page.rows) rows.push(row);
    if (page.rows.length === 0 || offset + rows.length >= page.matching) break;
  }
  return rows;
}

/** How rows are asked for by their ids. */
export interface ByIds<Row> {
  /** All that match, in the order of the list. */
  keys: () => Promise<readonly { id: string }[]>;
  rows: (ids: string[], page: PageQuestion) => Promise<PageAnswer<Row>>;
}

/**
 * The first rows that match. Where one question cannot have them all, which ones they are is asked once, if that can be: of pages that
 * are asked for one after the other, a row may be on two and another on none when the order changes meanwhile.
 * @param matching how many there are
 */
export async function takeAll<Row>(
  ask: (page: PageQuestion) => Promise<PageAnswer<Row>>,
  byIds: ByIds<Row> | undefined,
  matching: number,
  most: number,
): Promise<Row[]> {
  if (byIds === undefined || Math.min(matching, most) <= largestPage) return await takeRows(ask, 0, most);
  const keys = (await byIds.keys()).slice(0, most);
  const rows: Row[] = [];
  for (let from = 0; from < keys.length; from += largestPage) {
    const ids = keys.slice(from, from + largestPage).map(({ id }) => id);
    // One that is gone meanwhile is left out.
    for (const row of await takeRows((page) => byIds.rows(ids, page), 0, ids.length)) rows.push(row);
  }
  return rows;
}
