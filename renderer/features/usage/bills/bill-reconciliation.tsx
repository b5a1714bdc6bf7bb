import { Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatLocalDate } from '../../../charts/local-clock.ts';
import { Dim } from '../../../ui/dim.tsx';
import { formatCounted, formatMeasured, formatShare } from '../../../ui/format.ts';
import { Pending } from '../../../ui/states.tsx';
import { periodRows, periodsWithin } from '../period-rows.ts';
import type { MeterContext } from '../usage-context.ts';
import { billedSeries, differenceWords, missingRuns, type Reconciliation, reconcile } from './reconciliation.ts';

/** Of a bill without a period. */
const nothing = { periods: [], bounds: [0, 1] };

/** Is what was billed what was measured? Says so, with the days that are missing by name. */
export function BillReconciliation({ workspace, all, clock, bill }: MeterContext & { bill: BillView }) {
  const series = billedSeries(bill, all);
  const { start, end, consumption } = bill;
  // A bill need not begin at midnight: its first and last day are cut to its period.
  const { periods, bounds } = useMemo(
    () => (start === undefined || end === undefined ? nothing : periodsWithin(clock, { from: start, to: end }, 'day')),
    [clock, start, end],
  );
  const totals = useCall(
    'usage.totals',
    { workspace, series: series?.id ?? '', bounds },
    { enabled: series !== undefined && periods.length > 0 },
  );
  if (!series || !consumption || periods.length === 0) {
    return (
      <Dim size="sm">
        {periods.length === 0
          ? 'The bill does not say which period it is for, so there is nothing to reconcile it with.'
          : 'There is no series of this meter in the bill’s unit to reconcile it with.'}
      </Dim>
    );
  }
  if (totals.error || !totals.data) return <Pending query={totals} label="Summing up the readings" />;
  const result = reconcile(consumption.value, periodRows(periods, totals.data), series.behaviour);
  const measured = (value: number | undefined) =>
    value === undefined ? 'no data' : formatMeasured(value, consumption.unit);
  const lines: [string, string][] = [
    ['Billed', measured(result.billed)],
    [`Readings of ${series.label}`, measured(result.readings)],
    ['Difference', differenceWords(result, consumption.unit)],
    ['Coverage of the period', formatShare(result.coverage)],
    ['Estimated', formatShare(result.estimated)],
    ...(result.projected === undefined
      ? []
      : [['If the missing time were like the rest', measured(result.projected)] satisfies [string, string]]),
  ];
  return (
    <section aria-label="Reconciliation with the intervals" data-testid="reconciliation">
      <Title order={3}>Reconciliation with the intervals</Title>
      <Table verticalSpacing={2} withRowBorders={false}>
        <Table.Tbody>
          {lines.map(([name, value]) => (
            <Table.Tr key={name} data-line={name}>
              <Table.Th fw={400} c="dimmed">
                {name}
              </Table.Th>
              <Table.Td ta="end" fw={name === 'Difference' ? 700 : 400}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" {...(result.missing.length > 0 ? { c: 'var(--ms-warn)' } : { c: 'dimmed' })}>
        {result.missing.length === 0 ? 'Every day of the period is complete.' : missingWords(result.missing, clock)}
      </Text>
    </section>
  );
}

/** Runs of days that are named; of the others only the number is given. */
const MOST_RUNS = 12;

/** "Incomplete: 3 Apr 2023 (50 %), 9 Apr 2023 – 12 Apr 2023 (nothing)." */
function missingWords(missing: Reconciliation['missing'], clock: Clock): string {
  const runs = missingRuns(missing);
  const words = runs.slice(0, MOST_RUNS).map(({ start, end, coverage }) => {
    const [first, last] = [formatLocalDate(clock, start), formatLocalDate(clock, end - 1)];
    return `${first === last ? first : `${first} – ${last}`} (${coverage === 0 ? 'nothing' : formatShare(coverage)})`;
  });
  const left = missing.filter(({ start }) => start >= (runs[MOST_RUNS]?.start ?? Number.POSITIVE_INFINITY)).length;
  return `Incomplete: ${words.join(', ')}${left > 0 ? `, and ${formatCounted(left, 'more day')}` : ''}.`;
}
