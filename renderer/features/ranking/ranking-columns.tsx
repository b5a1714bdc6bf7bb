/** The columns of the ranking; that of the figure which orders it is always there. */
import type { RankedMeter } from '#shared/contract/ranking.ts';
import { partDaysOf, type RankedBy } from '#shared/ranked-by.ts';
import { formatCount, formatMoney, formatQuantity, formatShare } from '../../ui/format.ts';
import type { TableColumn } from '../../ui/table/index.ts';
import { figureUnit, formatChange, formatPrice, rankedNames, SHARES } from './ranking-words.ts';
import { Sparkline } from './sparkline.tsx';

type Column = TableColumn<RankedMeter>;

interface ColumnsOptions {
  by: RankedBy;
  unit: string;
  /** Days of the period. */
  days: number;
}

/** Shown only when they are chosen, or order the list. */
const AT_HAND: ReadonlySet<RankedBy> = new Set(['base', 'price', 'billed', 'billedPrice', 'estimated']);

export function rankingColumns({ by, unit, days }: ColumnsOptions): Column[] {
  const partDays = partDaysOf(days);
  // Shares are copied and saved as such; where they are shown, each has its sign.
  const headed = (one: RankedBy) =>
    [rankedNames[one], SHARES.has(one) ? '' : figureUnit(one, unit)].filter(Boolean).join(', ');
  const figure = (one: RankedBy, more: Partial<Column>): Column => ({
    id: one,
    header: headed(one),
    width: [6.5, 0.4],
    align: 'end',
    value: (row) => row[one],
    unsortable: true,
    ...(AT_HAND.has(one) && one !== by ? { hidden: true } : {}),
    ...more,
  });
  const share = { format: formatShare, width: [6, 0.2] } as const;
  const compared = (one: 'previous' | 'lastYear', header: string): Column =>
    figure(one, {
      header,
      width: [5.5, 0.3],
      render: (row) => {
        const change = row[one];
        const of = one === 'previous' ? row.previousDays : row.lastYearDays;
        return change === undefined ? null : (
          <span title={`Of ${formatCount(of)} of ${formatCount(days)} days, which are whole in both`}>
            {formatChange(change)}
          </span>
        );
      },
    });
  const figures = [
    figure('amount', { format: formatQuantity, width: [8, 0.4] }),
    figure('peak', { format: formatQuantity, width: [5.5, 0.3] }),
    figure('base', { format: formatQuantity, width: [6, 0.3] }),
    figure('loadFactor', share),
    figure('cost', {
      width: [6, 0.3],
      render: (row) => (row.cost === undefined ? null : formatMoney(row.cost, row.currency)),
    }),
    figure('price', { format: formatPrice, width: [6, 0.3] }),
    figure('billed', {
      width: [6, 0.3],
      render: (row) => (row.billed === undefined ? null : formatMoney(row.billed, row.billedCurrency)),
    }),
    figure('billedPrice', { format: formatPrice, width: [6, 0.3] }),
    figure('missing', share),
    figure('estimated', share),
    compared('previous', 'Previous'),
    compared('lastYear', 'Last year'),
  ];
  return [
    { id: 'place', header: 'Place', width: [3.5, 0], align: 'end', value: (row) => row.place, unsortable: true },
    { id: 'meter', header: 'Meter', width: [7, 1], value: (row) => row.number ?? row.uid, unsortable: true },
    { id: 'customer', header: 'Customer', width: [6, 1.2], value: (row) => row.customer, unsortable: true },
    {
      id: 'parts',
      header: partDays === 1 ? 'By day' : `By ${formatCount(partDays)} days`,
      width: [6, 1],
      value: () => undefined,
      render: (row) => (
        <Sparkline parts={row.parts} label={`Consumption of ${row.number ?? row.uid} over the period`} />
      ),
      unsortable: true,
    },
    ...figures.filter(({ id }) => id === by),
    ...figures.filter(({ id }) => id !== by),
    {
      id: 'currency',
      header: 'Currency',
      width: [5, 0.2],
      value: (row) => row.currency,
      hidden: true,
      unsortable: true,
    },
    {
      id: 'billedCurrency',
      header: 'Currency of bills',
      width: [5, 0.2],
      value: (row) => row.billedCurrency,
      hidden: true,
      unsortable: true,
    },
    {
      id: 'interval',
      header: 'Interval, min',
      width: [6, 0.2],
      align: 'end',
      value: (row) => (row.step === 0 ? undefined : row.step / 60),
      hidden: true,
      unsortable: true,
    },
    { id: 'address', header: 'Address', width: [8.5, 1], value: (row) => row.address, hidden: true, unsortable: true },
    { id: 'uid', header: 'Uid', width: [8, 1], value: (row) => row.uid, hidden: true, unsortable: true },
  ];
}
