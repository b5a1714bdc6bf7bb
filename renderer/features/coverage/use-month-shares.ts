/**
 * The months of one meter, for a row of a table. Rows that come into view together are asked together; a row that is
 * gone before its question was sent is not asked at all, so that scrolling through thousands stays smooth.
 */
import { useQuery } from '@tanstack/react-query';
import type { MonthShares } from '#shared/contract/coverage.ts';
import { call, queryKey } from '../../api/index.ts';
import type { MonthAxis } from './months.ts';

/** Rows are gathered for this long. */
const gatherMs = 60;
/** The contract takes so many at once. */
const mostMeters = 500;

interface Wanted {
  usagePoint: string;
  signal: AbortSignal;
  resolve: (shares: MonthShares | null) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<string, Wanted[]>();

/** Null where the meter has no readings. */
export function useMonthShares(workspace: string, usagePoint: string, axis: MonthAxis | undefined) {
  return useQuery({
    queryKey: [...queryKey('coverage.meters'), { workspace, ...axis }, usagePoint],
    queryFn: ({ signal }) => {
      if (!axis) throw new Error('Asked without months.');
      return gathered(workspace, axis, usagePoint, signal);
    },
    enabled: axis !== undefined,
  });
}

function gathered(
  workspace: string,
  axis: MonthAxis,
  usagePoint: string,
  signal: AbortSignal,
): Promise<MonthShares | null> {
  const key = JSON.stringify([workspace, axis]);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    const list = waiting.get(key);
    const wanted = { usagePoint, signal, resolve, reject };
    if (list) list.push(wanted);
    else {
      waiting.set(key, [wanted]);
      setTimeout(() => void ask(key, workspace, axis), gatherMs);
    }
  });
}

async function ask(key: string, workspace: string, axis: MonthAxis): Promise<void> {
  const wanted = (waiting.get(key) ?? []).filter(({ signal }) => !signal.aborted);
  waiting.delete(key);
  for (let at = 0; at < wanted.length; at += mostMeters) {
    const part = wanted.slice(at, at + mostMeters);
    try {
      const usagePoints = part.map(({ usagePoint }) => usagePoint);
      const answer = await call('coverage.meters', { workspace, usagePoints, ...axis });
      const byPoint = new Map(answer.map((shares) => [shares.usagePoint, shares]));
      for (const { usagePoint, resolve } of part) resolve(byPoint.get(usagePoint) ?? null);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
