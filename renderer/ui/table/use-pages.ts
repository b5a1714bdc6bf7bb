/** Rows of a long list, asked for in pages as they come into view. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

const pageSize = 500;
/** What one question may ask for. */
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

/**
 * @param queryKey starts with the call's name, so that changes of the store reach it, and has all that the rows depend on
 */
export function usePages<Row>(queryKey: readonly unknown[], ask: (page: PageQuestion) => Promise<PageAnswer<Row>>) {
  const page = (index: number) => ({
    queryKey: [...queryKey, 'page', index],
    queryFn: () => ask({ offset: index * pageSize, limit: pageSize }),
  });
  // Another order or filter leaves the table where it is until its rows come.
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  return { first, page };
}

/** The pages that some rows are in, and the way to these rows. */
export function useRows<Row>(
  page: (index: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<PageAnswer<Row>> },
  indexes: readonly number[],
) {
  const wanted = [...new Set(indexes.map((index) => Math.floor(index / pageSize)))];
  const pages = useQueries({ queries: wanted.map(page) });
  return {
    failed: pages.filter(({ error }) => error),
    rowAt: (index: number): Row | undefined =>
      pages[wanted.indexOf(Math.floor(index / pageSize))]?.data?.rows[index % pageSize],
  };
}

/** Rows from one place on, in as few questions as can be. */
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
    if (page.rows.length < limit) break;
  }
  return rows;
}
