/** One bill: what it says, who charges it, how it compares with the readings, and where it came from. */
import { Badge, Button, Group, Stack, Table, Text, Title, Tooltip } from '@mantine/core';
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDay } from '../../charts/local-clock.ts';
import { formatMeasured, formatMoney, formatQuantity } from '../../ui/format.ts';
import { groupBy } from '../../ui/group.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { mainSeries } from '../usage/series-choice.ts';
import type { MeterContext } from '../usage/usage-context.ts';
import { BillFiles } from './bill-files.tsx';
import { BillReconciliation } from './bill-reconciliation.tsx';
import { SupplierBlocks, supplierName } from './supplier-blocks.tsx';

/** The period of a bill in local days; its end is the first instant that it does not cover. */
export function periodWords(clock: Clock, { start, end }: BillView): string {
  if (start === undefined) return 'no period';
  return end === undefined
    ? `from ${formatLocalDay(clock, start)}`
    : `${formatLocalDay(clock, start)} – ${formatLocalDay(clock, end - 1)}`;
}

interface BillDetailProps extends MeterContext {
  bill: BillView;
  onShow: (from: number, to: number) => void;
}

export function BillDetail(props: BillDetailProps) {
  const { workspace, point, bill, clock, onShow } = props;
  const { start, end, currency } = bill;
  const groups = groupBy(bill.items, ({ kind }) => kind?.label ?? 'Other');
  return (
    <Stack gap="sm" p="sm" className="ms-panel" style={{ overflow: 'auto' }} data-testid="bill">
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
        {bill.suppliers.length === 0 ? <Fact name="Charged by" value={bill.chargedBy} /> : null}
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
        {start !== undefined && end !== undefined && mainSeries(props.all) ? (
          <Button variant="light" onClick={() => onShow(start, end)}>
            Show this period in the load profile
          </Button>
        ) : null}
        <ButtonLink variant="default" to="/w/$workspace/entries/$entry" params={{ workspace, entry: bill.entry }}>
          Raw XML
        </ButtonLink>
        <BillFiles workspace={workspace} authorization={point.authorization} files={bill.files} />
      </Group>
      <SupplierBlocks bill={bill} />
      {bill.consumption ? <BillReconciliation {...props} /> : null}
      {bill.items.length === 0 ? <Text c="dimmed">The bill has no line items.</Text> : null}
      {[...groups].map(([kind, items]) => (
        <ItemTable key={kind} kind={kind} items={items} bill={bill} />
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

interface ItemTableProps {
  kind: string;
  items: BillView['items'];
  bill: BillView;
}

function ItemTable({ kind, items, bill: { currency, suppliers } }: ItemTableProps) {
  const sum = items.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return (
    <Table verticalSpacing={3} captionSide="top">
      <Table.Caption ta="start" mt={0}>
        <b>{kind}</b>
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          {suppliers.length > 0 ? <Table.Th>Charged by</Table.Th> : null}
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
            {suppliers.length > 0 ? <Table.Td>{supplierName(suppliers[item.supplier ?? -1])}</Table.Td> : null}
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
          <Table.Th colSpan={suppliers.length > 0 ? 4 : 3}>Sum</Table.Th>
          <Table.Th ta="end">{formatMoney(sum, currency)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
