/** Lists that the store answers in pages, gathered whole, so that sorting, filters and search see every row. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { QueryName } from '#shared/contract/index.ts';

interface Page<Row> {
  rows: Row[];
  matching: number;
  total: number;
}

const pageSize = 5000;

/** Asks page after page of a list; rows appear as they come. `input` is part of the key, `ask` makes the call. */
export function useWholeList<Row>(
  name: QueryName,
  input: object,
  ask: (page: { offset: number; limit: number }) => Promise<Page<Row>>,
) {
  const query = useInfiniteQuery({
    queryKey: [name, input, 'whole'],
    queryFn: ({ pageParam }) => ask({ offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && loaded < last.matching ? loaded : undefined;
    },
  });
  const { hasNextPage, isFetching, fetchNextPage, isError } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  return { rows, total: query.data?.pages[0]?.total, query };
}
