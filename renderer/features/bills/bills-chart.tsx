/** Cost and consumption, bill by bill: two rows of bars over the same periods, each in its own unit. */
import { useMemo } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import { unitLabel } from '#shared/espi/units.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDay } from '../../charts/local-clock.ts';
import { type PeriodBar, PeriodBars } from '../../charts/period-bars.tsx';

/** Three years of monthly bills; more would be bars that nobody can tell apart. */
const mostBills = 36;
const height = 130;

interface BillsChartProps {
  bills: readonly BillView[];
  clock: Clock;
  onChoose: (id: string) => void;
}

export function BillsChart({ bills, clock, onChoose }: BillsChartProps) {
  const rows = useMemo(() => chartRows(bills, clock), [bills, clock]);
  if (rows.bills.length < 2) return null;
  const choose = (index: number) => {
    const bill = rows.bills[index];
    if (bill) onChoose(bill.id);
  };
  return (
    <section className="ms-panel ms-usage-chart" aria-label="Cost and consumption by bill">
      {[
        { id: 'cost', label: 'Cost', unit: rows.currency ?? 'cost', bars: rows.cost, color: 'var(--ms-series-2)' },
        { id: 'use', label: 'Consumption', unit: rows.unit ?? '', bars: rows.use, color: 'var(--ms-series-1)' },
      ]
        .filter(({ bars }) => bars.some(({ values }) => Object.keys(values).length > 0))
        .map(({ id, label, unit, bars, color }) => (
          <PeriodBars
            key={id}
            unit={unit}
            sets={[{ id, label, color }]}
            bars={bars}
            height={height}
            description={`${label} by bill, ${unitLabel(unit)}. The table below has the same numbers.`}
            onOpen={choose}
          />
        ))}
    </section>
  );
}

/** The newest bills from old to new. Only one currency and one unit can stand in one picture: those of the newest bill. */
function chartRows(all: readonly BillView[], clock: Clock) {
  const bills = all
    .filter(({ start }) => start !== undefined)
    .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    .slice(-mostBills);
  const currency = bills.findLast(({ total }) => total !== undefined)?.currency;
  const unit = bills.findLast(({ consumption }) => consumption !== undefined)?.consumption?.unit;
  const bars = (id: string, value: (bill: BillView) => number | undefined): PeriodBar[] =>
    bills.map((bill) => {
      const total = value(bill);
      return {
        label: formatLocalDay(clock, bill.start ?? 0),
        values: total === undefined ? {} : { [id]: { total, coverage: 1 } },
      };
    });
  return {
    bills,
    currency,
    unit,
    cost: bars('cost', (bill) => (bill.currency === currency ? bill.total : undefined)),
    use: bars('use', ({ consumption }) => (consumption?.unit === unit ? consumption?.value : undefined)),
  };
}
