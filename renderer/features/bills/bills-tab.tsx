/** The bills (usage summaries) of a meter: a list, and beside it the chosen bill with its line items. */
import { IconReceipt } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import { useCall } from '../../api/index.ts';
import { formatMeasured, formatMoney } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import type { MeterContext } from '../usage/usage-context.ts';
import { BillDetail, periodWords } from './bill-detail.tsx';
import { BillsChart } from './bills-chart.tsx';

export function BillsTab(context: MeterContext) {
  const { workspace, point, clock, show, search, onSearch } = context;
  const bills = useCall('bills.list', { workspace, usagePoint: point.id });
  const [chosen, setChosen] = useState<string>();
  const onCursor = useCallback((row: BillView | undefined) => setChosen(row?.id), []);
  const shared = bills.data?.some(({ suppliers }) => suppliers.length > 0) ?? false;
  const columns = useMemo<TableColumn<BillView>[]>(
    () => [
      {
        id: 'start',
        header: 'Period',
        width: [14.5, 2],
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
      { id: 'tariff', header: 'Tariff', width: [6, 0.5], value: (row) => row.tariff, hidden: shared },
      {
        id: 'suppliers',
        header: 'Supplied by',
        width: [7, 0.7],
        value: (row) => generators(row) ?? row.chargedBy,
        hidden: !shared,
      },
      { id: 'items', header: 'Items', width: [4, 0], align: 'end', value: (row) => row.items.length, hidden: shared },
      { id: 'quality', header: 'Quality', width: [7, 0.4], value: (row) => row.quality?.label, hidden: true },
      { id: 'source', header: 'Source', width: [8, 1], value: (row) => row.source, hidden: true },
    ],
    [clock, shared],
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

/** The companies that supply what the utility delivers; undefined where the bill is of one company. */
function generators({ suppliers }: BillView): string | undefined {
  const names = suppliers.flatMap(({ role, name }) => (role === 'generation' && name ? [name] : []));
  return names.length === 0 ? undefined : names.join(', ');
}
