/** The lines of a bill: what was charged with its sum, and apart from it what custodians also write as lines. */
import { Table, Text, Title } from '@mantine/core';
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDate } from '../../../charts/local-clock.ts';
import { Dim } from '../../../ui/dim.tsx';
import { formatMeasured, formatMoney, formatQuantity } from '../../../ui/format.ts';
import { type BillLineView, checkSum, isCharge, LINE_GROUPS, leftOutWords } from './bill-words.ts';
import { supplierName } from './supplier-blocks.tsx';

export function BillLines({ bill, clock }: { bill: BillView; clock: Clock }) {
  if (bill.items.length === 0) return <Text c="dimmed">The bill has no lines.</Text>;
  const charges = bill.items.filter(isCharge);
  return (
    <>
      {charges.length > 0 ? <Charges bill={bill} charges={charges} /> : null}
      {LINE_GROUPS.map(({ title, holds }) => {
        const lines = bill.items.filter((line) => holds(line) && !isCharge(line));
        return lines.length === 0 ? null : (
          <section key={title} aria-label={title} data-lines={title}>
            <Title order={3}>{title}</Title>
            <Table verticalSpacing={3}>
              <Table.Tbody>
                {lines.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id; their order is the bill's
                  <Table.Tr key={index}>
                    <Table.Td>{line.note || <span className="ms-dim">no text</span>}</Table.Td>
                    <Table.Td ta="end">{lineWords(line, bill.currency, clock)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        );
      })}
    </>
  );
}

/** What a line says that is no charge. */
function lineWords(line: BillLineView, currency: string | undefined, clock: Clock): string {
  const { role, amount, measurement, unitCost, priceUnit, code, dateTime } = line;
  if (role === 'price' && unitCost !== undefined) {
    return `${formatQuantity(unitCost)} ${priceUnit ?? currency ?? ''}`.trimEnd();
  }
  if (role === 'date' && dateTime !== undefined) return formatLocalDate(clock, dateTime);
  if (role === 'code' && code !== undefined) return `unknown (${code})`;
  if (measurement) return formatMeasured(measurement.value, measurement.unit);
  if (amount !== undefined) return formatMoney(amount, currency);
  return line.rawAmount ?? '';
}

function Charges({ bill, charges }: { bill: BillView; charges: readonly BillLineView[] }) {
  const { currency, suppliers } = bill;
  const span = suppliers.length > 0 ? 4 : 3;
  const check = checkSum(bill);
  const leftOut = leftOutWords(bill.items);
  return (
    <section aria-label="Charges, credits and taxes" data-lines="charges">
      <Title order={3}>Charges, credits and taxes</Title>
      <Table verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            {suppliers.length > 0 ? <Table.Th>Charged by</Table.Th> : null}
            <Table.Th ta="end">Quantity</Table.Th>
            <Table.Th ta="end">Unit price</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {charges.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id; their order is the bill's
            <Table.Tr key={index}>
              <Table.Td>
                {line.note || <span className="ms-dim">no text</span>}
                {line.kind ? <Dim>{line.kind.label}</Dim> : null}
              </Table.Td>
              {suppliers.length > 0 ? <Table.Td>{supplierName(suppliers[line.supplier ?? -1])}</Table.Td> : null}
              <Table.Td ta="end">
                {line.measurement ? formatMeasured(line.measurement.value, line.measurement.unit) : ''}
              </Table.Td>
              <Table.Td ta="end">{line.unitCost === undefined ? '' : formatQuantity(line.unitCost)}</Table.Td>
              <Table.Td ta="end">{line.amount === undefined ? '' : formatMoney(line.amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={span}>Sum of these lines</Table.Th>
            <Table.Th ta="end" data-testid="lines-sum">
              {bill.linesSum === undefined ? '' : formatMoney(bill.linesSum, currency)}
            </Table.Th>
          </Table.Tr>
          {check ? (
            <Table.Tr>
              <Table.Td colSpan={span}>{check.with === 'total' ? 'Total of the bill' : 'Additional charges'}</Table.Td>
              <Table.Td ta="end">{formatMoney(check.target, currency)}</Table.Td>
            </Table.Tr>
          ) : null}
          {check ? (
            <Table.Tr data-testid="lines-difference">
              <Table.Td colSpan={span}>Difference</Table.Td>
              <Table.Td ta="end">
                {check.difference === undefined ? 'matches' : formatMoney(check.difference, currency)}
              </Table.Td>
            </Table.Tr>
          ) : null}
        </Table.Tfoot>
      </Table>
      {leftOut ? <Dim>{leftOut}</Dim> : null}
    </section>
  );
}
