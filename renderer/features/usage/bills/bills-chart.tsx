/** Cost and consumption, bill by bill: two rows of bars over the same periods, each in its own unit. */
import { useMemo } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDay } from '../../../charts/local-clock.ts';
import { type PeriodBar, PeriodBars } from '../../../charts/period-bars.tsx';
import { currencyWords, formatCount, formatCounted, withUnit } from '../../../ui/format.ts';
import { scaleOfLargest } from '../../../ui/unit-scale.ts';

/** Three years of monthly bills; the bars of more could not be distinguished. */
const mostBills = 36;
/** Of each row of bars, px: both stand above the chosen bill. */
const height = 100;

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
  const words = drawnWords(rows.bills.length, bills.length);
  const table = words === undefined ? 'The table beside it has the same numbers.' : `${words} The table has all.`;
  return (
    <section className="ms-panel ms-usage-chart" aria-label="Cost and consumption by bill">
      {words === undefined ? null : <div className="ms-legend ms-dim">{words}</div>}
      {[
        { id: 'cost', label: 'Cost', unit: currencyWords(rows.currency), bars: rows.cost, color: 'var(--ms-series-2)' },
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
            description={`${withUnit(`${label} by bill`, unit)}. ${table}`}
            onOpen={choose}
          />
        ))}
    </section>
  );
}

/** How many of the bills are drawn; undefined where all are. */
export function drawnWords(drawn: number, all: number): string | undefined {
  if (drawn === all) return undefined;
  return `${formatCount(drawn)} of ${formatCounted(all, 'bill')} are drawn: the newest whose period is known.`;
}

/** The newest bills from old to new. Only one currency and one unit can stand in one picture: those of the newest bill. */
export function chartRows(all: readonly BillView[], clock: Clock) {
  const bills = all
    .filter(({ start }) => start !== undefined)
    .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    .slice(-mostBills);
  const currency = bills.findLast(({ total }) => total !== undefined)?.currency;
  const unit = bills.findLast(({ consumption }) => consumption !== undefined)?.consumption?.unit;
  const scale = scaleOfLargest(
    unit ?? '',
    bills.map(({ consumption }) => consumption?.value),
  );
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
    unit: unit === undefined ? undefined : scale.unit,
    cost: bars('cost', (bill) => (bill.currency === currency ? bill.total : undefined)),
    use: bars('use', ({ consumption }) =>
      consumption !== undefined && consumption.unit === unit ? scale.of(consumption.value) : undefined,
    ),
  };
}
