/** The bills of a meter, each with what its readings come to: one question a series, however many bills there are. */
import { useMemo } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { groupBy } from '#shared/group.ts';
import { useCalls } from '../../../api/index.ts';
import { periodRows } from '../period-rows.ts';
import type { MeterContext } from '../usage-context.ts';
import {
  type BillPeriods,
  billedSeries,
  periodsOfBills,
  type Reconciliation,
  reconcileWith,
} from './reconciliation.ts';

export interface ReconciledBill extends BillView {
  /** Absent while it is worked out, and where the bill has no consumption or the meter no series in its unit. */
  check?: Reconciliation | undefined;
}

interface Asked extends BillPeriods {
  series: SeriesRow;
  bills: readonly BillView[];
}

export function useReconciledBills(
  { workspace, all }: Pick<MeterContext, 'workspace' | 'all'>,
  bills: readonly BillView[] | undefined,
): readonly ReconciledBill[] | undefined {
  const asked = useMemo(() => {
    return [...groupBy(bills ?? [], (bill) => billedSeries(bill, all))].flatMap(([series, group]): Asked[] => {
      const periods = periodsOfBills(group);
      return series === undefined || periods === undefined ? [] : [{ ...periods, series, bills: group }];
    });
  }, [bills, all]);
  const answers = useCalls(
    'usage.totals',
    asked.map(({ series, bounds }) => ({ workspace, series: series.id, bounds })),
  );
  const data = answers.map((answer) => answer.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of answers is new at every render, they are not
  return useMemo(() => {
    const checks = new Map<string, Reconciliation>();
    for (const [place, { periods, series, bills: group }] of asked.entries()) {
      const totals = data[place];
      if (!totals) continue;
      const rows = periodRows(periods, totals);
      for (const bill of group) {
        const check = reconcileWith(bill, rows, series.behaviour);
        if (check) checks.set(bill.id, check);
      }
    }
    return bills?.map((bill) => ({ ...bill, check: checks.get(bill.id) }));
  }, [bills, asked, ...data]);
}
