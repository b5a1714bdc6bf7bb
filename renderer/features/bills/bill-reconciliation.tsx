import { Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import { useCall } from '../../api/index.ts';
import { formatLocalDate } from '../../charts/local-clock.ts';
import { formatMeasured, formatShare } from '../../ui/format.ts';
import { periodRows, periodsOf } from '../usage/period-rows.ts';
import type { UsageContext } from '../usage/usage-context.ts';
import { billedSeries, reconcile } from './reconciliation.ts';

/** Is what was billed what was measured? Says so, with the days that are missing by name. */
export function BillReconciliation({ workspace, all, clock, bill }: UsageContext & { bill: BillView }) {
  const series = billedSeries(bill, all);
  const { start, end, consumption } = bill;
  const { periods, bounds } = useMemo(() => {
    const days =
      start === undefined || end === undefined ? undefined : periodsOf(clock, { from: start, to: end }, 'day');
    if (!days || start === undefined || end === undefined) return { periods: [], bounds: [0, 1] };
    // A bill need not begin at midnight: its first and last day are cut to its period.
    const cut = days.periods.map((day) => ({ ...day, start: Math.max(day.start, start), end: Math.min(day.end, end) }));
    return { periods: cut, bounds: [...cut.map((day) => day.start), end] };
  }, [clock, start, end]);
  const totals = useCall(
    'usage.totals',
    { workspace, series: series?.id ?? '', bounds },
    { enabled: series !== undefined && periods.length > 0 },
  );
  if (!series || !consumption || periods.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There is no series of this meter in the bill’s unit to reconcile it with.
      </Text>
    );
  }
  if (!totals.data) return null;
  const result = reconcile(consumption.value, periodRows(periods, totals.data));
  const measured = (value: number) => formatMeasured(value, consumption.unit);
  const signed = (value: number) => `${value > 0 ? '+' : ''}${measured(value)}`;
  const lines: [string, string][] = [
    ['Billed', measured(result.billed)],
    [`Readings of ${series.label}`, measured(result.readings)],
    [
      'Difference',
      `${signed(result.difference)}${result.share === undefined ? '' : ` (${result.share > 0 ? '+' : ''}${(result.share * 100).toFixed(1)} %)`}`,
    ],
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
        {result.missing.length === 0
          ? 'Every day of the period is complete.'
          : `Incomplete: ${result.missing
              .map(
                (day) =>
                  `${formatLocalDate(clock, day.start)} (${day.coverage === 0 ? 'nothing' : `${formatShare(day.coverage)} there`})`,
              )
              .join(', ')}.`}
      </Text>
    </section>
  );
}
