/**
 * The bills (usage summaries) of a meter: a list with what their readings come to, and beside it a chart of them and
 * the chosen bill with its lines.
 */
import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { BillView } from '#shared/contract/bills.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { routes } from '#shared/routes.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatMeasured, formatMoney, formatQuantity, formatShare } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/index.ts';
import { type MeterContext, openProfile } from '../usage-context.ts';
import { BillDetail } from './bill-detail.tsx';
import { periodWords } from './bill-words.ts';
import { BillsChart } from './bills-chart.tsx';
import { matches, shareWords } from './reconciliation.ts';
import { type ReconciledBill, useReconciledBills } from './use-reconciled-bills.ts';

export function BillsTab(context: MeterContext) {
  const { workspace, point, clock } = context;
  const bills = useCall('bills.list', { workspace, usagePoint: point.id });
  const rows = useReconciledBills(context, bills.data);
  const [chosen, setChosen] = useState<string>();
  const onCursor = useCallback((row: ReconciledBill | undefined) => setChosen(row?.id), []);
  const unit = oneUnit(bills.data ?? []);
  const shared = bills.data?.some(({ suppliers }) => suppliers.length > 0) ?? false;
  const columns = useMemo(() => billColumns(clock, unit, shared), [clock, unit, shared]);
  const bill = rows?.find(({ id }) => id === chosen) ?? rows?.[0];
  return (
    <div className="ms-split ms-bills">
      <DataTable
        id="bills"
        noun="bills"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        addressOf={({ entry }) => routes.entry(workspace, entry)}
        rawOf={({ entry }) => routes.entry(workspace, entry)}
        query={bills}
        onCursor={onCursor}
        empty={
          <EmptyState icon={IconReceipt} title="No bills of this meter">
            Bills arrive as usage summaries, when the authorization’s scope has them.
          </EmptyState>
        }
      />
      {bill ? (
        <div className="ms-bills-side">
          <BillsChart bills={bills.data ?? []} clock={clock} onChoose={setChosen} />
          <BillDetail {...context} bill={bill} onShow={(from, to) => openProfile(context, { from, to })} />
        </div>
      ) : null}
    </div>
  );
}

/** The unit that all bills are in, for the headings; undefined where they differ. */
function oneUnit(bills: readonly BillView[]): string | undefined {
  const units = new Set(bills.flatMap(({ consumption }) => (consumption ? [consumption.unit] : [])));
  return units.size === 1 ? [...units][0] : undefined;
}

/** @param unit of all bills, which then stands in the heading of what was billed instead of in the cells. */
export function billColumns(clock: Clock, unit: string | undefined, shared: boolean): TableColumn<ReconciledBill>[] {
  const heading = (name: string) => (unit ? `${name}, ${unitLabel(unit)}` : name);
  const measured = (value: number | undefined, { consumption }: ReconciledBill) => {
    if (value === undefined) return '';
    return unit || !consumption ? formatQuantity(value) : formatMeasured(value, consumption.unit);
  };
  const amounts = { width: [unit ? 5 : 7, 0.4], align: 'end' } as const;
  return [
    {
      id: 'start',
      header: 'Period',
      width: [12.7, 1],
      value: (row) => row.start,
      instant: 'seconds',
      render: (row) => periodWords(clock, row),
    },
    {
      id: 'total',
      header: 'Total',
      width: [5.2, 0.4],
      align: 'end',
      value: (row) => row.total,
      render: (row) => <BillTotal bill={row} />,
      text: (row) => (row.total === undefined ? '' : formatMoney(row.total, row.currency)),
    },
    {
      id: 'consumption',
      header: heading('Billed'),
      ...amounts,
      value: (row) => row.consumption?.value,
      render: (row) => measured(row.consumption?.value, row),
    },
    {
      id: 'readings',
      header: 'Readings',
      ...amounts,
      value: (row) => row.check?.readings,
      render: (row) => (row.check && row.check.readings === undefined ? 'no data' : measured(row.check?.readings, row)),
    },
    {
      id: 'difference',
      header: 'Difference',
      ...amounts,
      width: [unit ? 5.6 : 7, 0.4],
      value: (row) => row.check?.difference,
      render: (row) => {
        const { difference } = row.check ?? {};
        if (!row.check || difference === undefined) return '';
        return matches(row.check) ? 'matches' : `${difference > 0 ? '+' : ''}${measured(difference, row)}`;
      },
    },
    {
      id: 'share',
      // Shares are copied and saved as such; where they are shown, each has its sign.
      header: 'Diff. share',
      width: [5, 0.3],
      align: 'end',
      value: (row) => row.check?.share,
      render: (row) => (row.check?.share === undefined || matches(row.check) ? '' : shareWords(row.check.share)),
    },
    {
      id: 'coverage',
      header: 'Coverage',
      width: [5, 0.3],
      value: (row) => row.check?.coverage,
      format: formatShare,
    },
    {
      id: 'suppliers',
      header: 'Supplied by',
      width: [7, 0.7],
      value: (row) => generators(row) ?? row.chargedBy,
      hidden: !shared,
    },
    {
      id: 'warning',
      header: 'Warning',
      width: [7, 1],
      value: (row) => (row.moneyWarning ? 'scale of money' : undefined),
      filter: true,
      hidden: true,
    },
    { id: 'tariff', header: 'Tariff', width: [6, 0.5], value: (row) => row.tariff, hidden: true },
    { id: 'items', header: 'Lines', width: [4, 0], align: 'end', value: (row) => row.items.length, hidden: true },
    { id: 'quality', header: 'Quality', width: [7, 0.4], value: (row) => row.quality?.label, hidden: true },
    { id: 'source', header: 'Source', width: [8, 1], value: (row) => row.source, hidden: true },
  ];
}

function BillTotal({ bill: { total, currency, moneyWarning } }: { bill: BillView }) {
  const amount = total === undefined ? '' : formatMoney(total, currency);
  if (!moneyWarning) return amount;
  return (
    <Tooltip label={moneyWarning} multiline maw={360}>
      <span data-warning="money">
        <IconAlertTriangle size={13} color="var(--ms-warn)" aria-label="May be on another scale" /> {amount}
      </span>
    </Tooltip>
  );
}

/** The companies that supply what the utility delivers; undefined where the bill is of one company. */
function generators({ suppliers }: BillView): string | undefined {
  const names = suppliers.flatMap(({ role, name }) => (role === 'generation' && name ? [name] : []));
  return names.length === 0 ? undefined : names.join(', ');
}
