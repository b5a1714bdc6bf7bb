/** The bills (usage summaries) of a meter: a list, and beside it the chosen bill with its line items. */
import { Badge, Button, Group, Stack, Table, Text, Title, Tooltip } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../api/index.ts';
import { formatLocalDay } from '../../charts/local-clock.ts';
import { formatMeasured, formatMoney, formatQuantity } from '../../ui/format.ts';
import { groupBy } from '../../ui/group.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import type { UsageContext } from '../usage/usage-context.ts';
import { BillReconciliation } from './bill-reconciliation.tsx';
import { BillsChart } from './bills-chart.tsx';

export function BillsTab(context: UsageContext) {
  const { workspace, point, clock, show, search, onSearch } = context;
  const bills = useCall('bills.list', { workspace, usagePoint: point.id });
  const [chosen, setChosen] = useState<string>();
  const onCursor = useCallback((row: BillView | undefined) => setChosen(row?.id), []);
  const columns = useMemo<TableColumn<BillView>[]>(
    () => [
      {
        id: 'start',
        header: 'Period',
        width: [13.5, 2],
        value: (row) => row.start,
        render: (row) => periodWords(clock, row),
      },
      {
        id: 'total',
        header: 'Total',
        width: [5.5, 0.5],
        align: 'end',
        value: (row) => row.total,
        render: (row) => (row.total === undefined ? '' : formatMoney(row.total, row.currency)),
      },
      {
        id: 'consumption',
        header: 'Consumption',
        width: [7, 0.5],
        align: 'end',
        value: (row) => row.consumption?.value,
        render: (row) => (row.consumption ? formatMeasured(row.consumption.value, row.consumption.unit) : ''),
      },
      { id: 'tariff', header: 'Tariff', width: [6, 0.5], value: (row) => row.tariff },
      { id: 'items', header: 'Items', width: [4, 0], align: 'end', value: (row) => row.items.length },
      { id: 'quality', header: 'Quality', width: [7, 0.4], value: (row) => row.quality?.label, hidden: true },
      { id: 'source', header: 'Source', width: [8, 1], value: (row) => row.source, hidden: true },
    ],
    [clock],
  );
  const bill = bills.data?.find(({ id }) => id === chosen) ?? bills.data?.[0];
  return (
    <>
      <BillsChart bills={bills.data ?? []} clock={clock} onChoose={setChosen} />
      <div className="ms-split">
        <DataTable
          id="bills"
          noun="bills"
          columns={columns}
          rows={bills.data}
          rowId={({ id }) => id}
          error={bills.error}
          onRetry={() => void bills.refetch()}
          onCursor={onCursor}
          empty={
            <EmptyState icon={<IconReceipt size={26} stroke={1.6} aria-hidden />} title="No bills of this meter">
              Bills arrive as usage summaries, when the authorization’s scope has them.
            </EmptyState>
          }
        />
        {bill ? (
          <BillDetail
            {...context}
            bill={bill}
            onShow={(from, to) => {
              show({ from, to });
              onSearch({ ...search, tab: 'profile', from, to }, false);
            }}
          />
        ) : null}
      </div>
    </>
  );
}

function periodWords(clock: Clock, { start, end }: BillView): string {
  if (start === undefined) return 'no period';
  return end === undefined
    ? `from ${formatLocalDay(clock, start)}`
    : `${formatLocalDay(clock, start)} – ${formatLocalDay(clock, end - 1)}`;
}

interface BillDetailProps extends UsageContext {
  bill: BillView;
  onShow: (from: number, to: number) => void;
}

function BillDetail(props: BillDetailProps) {
  const { workspace, bill, clock, onShow } = props;
  const { start, end, currency } = bill;
  const groups = groupBy(bill.items, ({ kind }) => kind?.label ?? 'Other');
  return (
    <Stack gap="sm" p="sm" className="ms-panel" style={{ overflow: 'auto' }}>
      <Group gap="sm">
        <Title order={2}>{periodWords(clock, bill)}</Title>
        {bill.quality ? <Badge color="gray">{bill.quality.label}</Badge> : null}
      </Group>
      <Group gap="xl">
        <Fact name="Total" value={bill.total === undefined ? undefined : formatMoney(bill.total, currency)} />
        <Fact
          name="Consumption"
          value={bill.consumption && formatMeasured(bill.consumption.value, bill.consumption.unit)}
        />
        <Fact name="Tariff" value={bill.tariff} />
        <Fact name="To date" value={bill.toDate === undefined ? undefined : formatMoney(bill.toDate, currency)} />
        <Fact
          name="Additional"
          value={bill.additional === undefined ? undefined : formatMoney(bill.additional, currency)}
        />
      </Group>
      <Tooltip label={bill.moneyScaleReason}>
        <Text size="xs" c="dimmed" tabIndex={0}>
          Amounts are taken in 1/{bill.moneyScale.toLocaleString('en-US')} {currency ?? 'of the currency'}.
        </Text>
      </Tooltip>
      <Group gap="xs">
        {start !== undefined && end !== undefined ? (
          <Button variant="light" onClick={() => onShow(start, end)}>
            Show this period in the load profile
          </Button>
        ) : null}
        <ButtonLink variant="default" to="/w/$workspace/entries/$entry" params={{ workspace, entry: bill.entry }}>
          Raw XML
        </ButtonLink>
      </Group>
      {bill.consumption ? <BillReconciliation {...props} /> : null}
      {bill.items.length === 0 ? <Text c="dimmed">The bill has no line items.</Text> : null}
      {[...groups].map(([kind, items]) => (
        <ItemTable key={kind} kind={kind} items={items} currency={currency} />
      ))}
    </Stack>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return value === undefined ? null : (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={600}>{value}</Text>
    </div>
  );
}

function ItemTable({
  kind,
  items,
  currency,
}: {
  kind: string;
  items: BillView['items'];
  currency: string | undefined;
}) {
  const sum = items.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return (
    <Table verticalSpacing={3} captionSide="top">
      <Table.Caption ta="start" mt={0}>
        <b>{kind}</b>
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          <Table.Th ta="end">Measured</Table.Th>
          <Table.Th ta="end">Unit price</Table.Th>
          <Table.Th ta="end">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id; their order is the bill's
          <Table.Tr key={index}>
            <Table.Td>{item.note || <span className="ms-dim">no text</span>}</Table.Td>
            <Table.Td ta="end">
              {item.measurement ? formatMeasured(item.measurement.value, item.measurement.unit) : ''}
            </Table.Td>
            <Table.Td ta="end">{item.unitCost === undefined ? '' : formatQuantity(item.unitCost)}</Table.Td>
            <Table.Td ta="end">{item.amount === undefined ? '' : formatMoney(item.amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={3}>Sum</Table.Th>
          <Table.Th ta="end">{formatMoney(sum, currency)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
