/**
 * The months of one meter, for a row of a table. Rows that come into view together are asked together; a row that is
 * gone before its question was sent is not asked at all, so that scrolling through thousands stays smooth.
 */
import { useQuery } from '@tanstack/react-query';
import { batched } from '#shared/batched.ts';
import type { MonthShares } from '#shared/contract/coverage.ts';
import { call, queryKey } from '../../api/index.ts';
import type { MonthAxis } from './months.ts';

/** Rows that come into view within this time share a call. Milliseconds. */
const gatherMs = 60;
/** Meters that one call of the contract takes at most. */
const mostMeters = 500;

/** One batch of questions for each workspace and axis. */
const questions = new Map<string, ReturnType<typeof batched<MonthShares>>>();

/** Null where the meter has no readings. */
export function useMonthShares(workspace: string, usagePoint: string, axis: MonthAxis | undefined) {
  return useQuery({
    queryKey: [...queryKey('coverage.meters'), { workspace, ...axis }, usagePoint],
    queryFn: ({ signal }) => {
      if (!axis) throw new Error('Asked without months.');
      return monthShares(workspace, axis, usagePoint, signal);
    },
    enabled: axis !== undefined,
  });
}

async function monthShares(workspace: string, axis: MonthAxis, usagePoint: string, signal: AbortSignal) {
  const key = JSON.stringify([workspace, axis]);
  const ask =
    questions.get(key) ??
    batched(gatherMs, mostMeters, async (usagePoints) => {
      questions.delete(key);
      const answer = await call('coverage.meters', { workspace, usagePoints, ...axis });
      return new Map(answer.map((shares) => [shares.usagePoint, shares]));
    });
  questions.set(key, ask);
  return (await ask(usagePoint, signal)) ?? null;
}
