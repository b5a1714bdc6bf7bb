/** A bill with community choice: who delivers the energy, who supplies it, and how much each charges. */
import { Table, Text, Title } from '@mantine/core';
import type { BillView, SupplierShare } from '#shared/contract/bills.ts';
import { Dim } from '../../../ui/dim.tsx';
import { formatMoney, formatShare } from '../../../ui/format.ts';

const roles: Record<SupplierShare['role'], { label: string; color: string }> = {
  delivery: { label: 'Delivery', color: 'var(--ms-series-1)' },
  generation: { label: 'Generation', color: 'var(--ms-series-2)' },
  shared: { label: 'Other', color: 'var(--ms-series-7)' },
};

/** Shows nothing where one company charges the whole bill. */
export function SupplierBlocks({ bill: { suppliers, items, currency } }: { bill: BillView }) {
  if (suppliers.length === 0) return null;
  const total = suppliers.reduce((sum, { amount }) => sum + Math.abs(amount ?? 0), 0);
  return (
    <section aria-label="Suppliers" data-testid="suppliers">
      <Title order={3}>Suppliers</Title>
      <Text size="sm">{supplierWords(suppliers)}</Text>
      <div className="ms-rate-bar" aria-hidden="true">
        {suppliers.map(({ role, name, amount }) => (
          <i key={`${role} ${name}`} style={{ flexGrow: Math.abs(amount ?? 0), background: roles[role].color }} />
        ))}
      </div>
      <Table verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Part</Table.Th>
            <Table.Th>Company</Table.Th>
            <Table.Th ta="end">Lines</Table.Th>
            <Table.Th ta="end">Share</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {suppliers.map((supplier, place) => (
            <Table.Tr key={`${supplier.role} ${supplier.name}`} data-supplier={supplier.role}>
              <Table.Td>
                <i className="ms-swatch" style={{ background: roles[supplier.role].color }} />{' '}
                {roles[supplier.role].label}
              </Table.Td>
              <Table.Td>
                {supplierName(supplier)}
                {supplier.number ? <span className="ms-dim"> {supplier.number}</span> : null}
              </Table.Td>
              <Table.Td ta="end">{items.filter((item) => item.supplier === place).length}</Table.Td>
              <Table.Td ta="end">
                {supplier.amount === undefined || total === 0 ? '' : formatShare(Math.abs(supplier.amount) / total)}
              </Table.Td>
              <Table.Td ta="end">
                {supplier.amount === undefined ? 'no line' : formatMoney(supplier.amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Dim>A line belongs to the company that it names, else to the one its kind points to.</Dim>
    </section>
  );
}

/** The company of a part, in words where the bill names none. */
export function supplierName(supplier: SupplierShare | undefined): string {
  if (supplier?.name) return supplier.name;
  return supplier?.role === 'delivery' ? 'the utility' : 'no single company';
}

/** `Delivery by X, generation supplied by Y.` */
function supplierWords(suppliers: readonly SupplierShare[]): string {
  const delivery = suppliers.find(({ role }) => role === 'delivery');
  const generation = suppliers.filter(({ role }) => role === 'generation').map(supplierName);
  return `Delivery by ${supplierName(delivery)}, generation supplied by ${generation.join(' and ')}.`;
}
