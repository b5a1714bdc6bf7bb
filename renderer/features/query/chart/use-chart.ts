/** The chart of a result. It is ended when another one is asked for, and when nobody looks any more. */
import { useEffect, useState } from 'react';
import type { QueryParameters } from '#shared/contract/query.ts';
import type { ChartWish, QueryChart } from '#shared/contract/query-chart.ts';
import { call } from '../../../api/index.ts';

export interface Charting {
  /** Names it while it is made. */
  token?: string;
  answer?: QueryChart;
  error?: unknown;
}

interface Asked {
  workspace: string;
  sql: string;
  /** Values of `$name` in it; the same object while they are the same. */
  parameters: QueryParameters;
  wish: ChartWish;
  /** Of the picture, px; nothing is asked before it is known. */
  width: number;
}

export function useChart({ workspace, sql, parameters, wish, width }: Asked) {
  const [state, setState] = useState<Charting>({});
  const [again, setAgain] = useState(0);
  const asked = JSON.stringify(wish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same
  useEffect(() => {
    if (width === 0) return;
    const token = crypto.randomUUID();
    let isWanted = true;
    setState(({ answer }) => ({ token, ...(answer ? { answer } : {}) }));
    const chosen = JSON.parse(asked) as ChartWish; // written above
    call('query.chart', { workspace, sql, parameters, wish: chosen, width, token }).then(
      (answer) => isWanted && setState({ answer }),
      (error: unknown) => isWanted && setState({ error }),
    );
    return () => {
      isWanted = false;
      // Where it was over before, there is nothing to cancel.
      void call('query.cancel', { workspace, token }).catch(() => undefined);
    };
  }, [workspace, sql, parameters, asked, width, again]);
  return { ...state, retry: () => setAgain((count) => count + 1) };
}
