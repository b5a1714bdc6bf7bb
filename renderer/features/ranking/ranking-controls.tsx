/** What is ranked, by what, and over which days. */
import { Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { CallOutput } from '#shared/contract/index.ts';
import { RANKED_BY } from '#shared/ranked-by.ts';
import { formatCounted } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OrderControl } from '../../ui/order-control.tsx';
import {
  DEFAULT_SPAN,
  isRankedBy,
  lastMonth,
  parseRankingSearch,
  quantityKey,
  type RankingSearch,
  SPANS,
  shiftedDay,
  shiftedMonth,
} from './ranking-address.ts';
import { figureUnit, rankedNames, SHARES } from './ranking-words.ts';

export type QuantityRow = CallOutput<'ranking.quantities'>[number];

interface ControlsProps {
  search: RankingSearch;
  onSearch: (search: RankingSearch) => void;
  quantities: readonly QuantityRow[];
  quantity: QuantityRow;
  from: string;
  until: string;
}

export function RankingControls(props: ControlsProps) {
  const { search, onSearch, quantities, quantity } = props;
  const { by = 'amount', up = false, least, most } = search;
  // A threshold is of one figure.
  const { least: _least, most: _most, ...unbounded } = search;
  const change = (next: Record<string, unknown>) => onSearch(parseRankingSearch({ ...search, ...next }));
  const unit = figureUnit(by, quantity.unit);
  const bound = { unit, times: SHARES.has(by) ? 100 : 1 };
  return (
    <div className="ms-ranking-controls">
      <Select
        label="Of"
        size="xs"
        w={180}
        data={quantities.map((one) => ({
          value: quantityKey(one),
          label: `${one.label}, ${one.unit} (${formatCounted(one.meters, 'meter')})`,
        }))}
        value={quantityKey(quantity)}
        onChange={(key) => onSearch(parseRankingSearch({ ...unbounded, quantity: key }))}
        allowDeselect={false}
      />
      <Select
        label="Ranked by"
        size="xs"
        w={170}
        data={RANKED_BY.map((one) => ({ value: one, label: rankedNames[one] }))}
        value={by}
        onChange={(value) => isRankedBy(value) && onSearch(parseRankingSearch({ ...unbounded, by: value }))}
        allowDeselect={false}
      />
      <OrderControl up={up} onChange={(turned) => change({ up: turned })} />
      <Bound {...bound} label="At least" value={least} onChange={(value) => change({ least: value })} />
      <Bound {...bound} label="At most" value={most} onChange={(value) => change({ most: value })} />
      <PeriodControls {...props} change={change} />
    </div>
  );
}

interface BoundProps {
  label: string;
  unit: string;
  /** What is typed is as many times what is kept. */
  times: number;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function Bound({ label, unit, ...props }: BoundProps) {
  return <NumberField label={unit ? `${label}, ${unit}` : label} size="xs" w={72} hideControls optional {...props} />;
}

interface PeriodProps extends ControlsProps {
  change: (next: Record<string, unknown>) => void;
}

function PeriodControls({ search, quantity, from, until, change }: PeriodProps) {
  const { days = DEFAULT_SPAN, month } = search;
  const step = (way: 1 | -1) => {
    if (month !== undefined) return change({ month: shiftedMonth(month, way) });
    const next = shiftedDay(until, way * days);
    change({ until: next >= quantity.lastDay ? undefined : next });
  };
  const shown = month === undefined ? 'days' : 'month';
  return (
    <>
      <Select
        label="Period"
        size="xs"
        w={100}
        data={[
          ...SPANS.map((count) => ({ value: String(count), label: `${count} days` })),
          { value: 'month', label: 'Month' },
        ]}
        value={month === undefined ? String(days) : 'month'}
        onChange={(value) =>
          change(value === 'month' ? { month: lastMonth(until) } : { days: Number(value), month: undefined })
        }
        allowDeselect={false}
      />
      <IconButton
        icon={IconChevronLeft}
        label={`Earlier ${shown}`}
        variant="default"
        disabled={from <= quantity.firstDay}
        onClick={() => step(-1)}
      />
      <Text size="sm" py={5} data-testid="shown-days">
        {from} to {until}
      </Text>
      <IconButton
        icon={IconChevronRight}
        label={`Later ${shown}`}
        variant="default"
        disabled={until >= quantity.lastDay}
        onClick={() => step(1)}
      />
    </>
  );
}
