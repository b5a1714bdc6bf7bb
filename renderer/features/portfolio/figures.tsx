/** The pictures of the overview: by month, by side, by amount, and the largest meters. */
import { Text } from '@mantine/core';
import type { Overview, OverviewFigures, OverviewMeasure } from '#shared/contract/overview.ts';
import type { OverviewSide } from '#shared/overview-sides.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { meterName } from '../../ui/meter-name.ts';
import { monthWords } from '../coverage/months.ts';
import { ChooseRow, FigureTable } from './figure-table.tsx';
import { addedUpWords, demandScale } from './figure-words.ts';
import { type PortfolioProps, toggled } from './portfolio-address.ts';
import { amountWords, SIDE_WORDS } from './side-words.ts';

type FigureProps = PortfolioProps & { overview: Overview; measure: OverviewMeasure };

export function MonthsFigure({ overview, measure, search, onSearch }: FigureProps) {
  const { choice = {} } = search;
  const rows = overview.months.map((one) => ({ ...one, key: String(one.month), label: monthWords(one.month) }));
  const demand = demandColumns(measure, rows);
  return (
    <FigureTable
      title="By month"
      nameHeader="Month"
      measure={measure}
      rows={rows}
      columns={demand}
      name={({ month, label }) => (
        <ChooseRow
          label={label}
          chosen={choice.months?.includes(month) ?? false}
          onToggle={() => onSearch({ ...search, choice: toggled(choice, 'months', month) })}
        />
      )}
    >
      {demand.length > 0 ? (
        <Dim pt={6}>
          The peak of all together is at most the peaks added up, since meters peak at different times. Base load: of
          each meter the mean over whole days of the day’s lowest demand, added up.
        </Dim>
      ) : null}
    </FigureTable>
  );
}

/** Peak and base load, where any meter's demand is known. */
function demandColumns<Row extends OverviewFigures>(measure: OverviewMeasure, rows: readonly Row[]) {
  if (rows.every(({ peak }) => peak === undefined)) return [];
  const scale = demandScale(
    measure,
    rows.flatMap(({ peaks, base }) => [peaks, base]),
  );
  return [
    {
      header: `Highest of a meter, ${scale.unit}`,
      title: 'The highest demand of any one meter',
      cell: (row: Row) => (row.peak === undefined ? '' : scale.format(row.peak.value)),
    },
    {
      header: `Peaks added up, ${scale.unit}`,
      title: 'The highest demand of each meter, added up, whenever each of them was',
      cell: (row: Row) => addedUpWords(row.peaks, row.demandMeters, row, scale),
    },
    {
      header: `Base load, ${scale.unit}`,
      title: 'Of each meter the mean over whole days of the lowest demand of the day, added up',
      cell: (row: Row) => addedUpWords(row.base, row.baseMeters, row, scale),
    },
  ];
}

export function SideFigures({ overview, measure, search, onSearch }: FigureProps) {
  const { choice = {} } = search;
  const sides = Object.entries(overview.sides) as [OverviewSide, Overview['sides'][OverviewSide]][]; // its keys
  // One bar of everything tells nothing.
  const telling = sides.filter(([side, bars]) => bars.length > 1 || choice[side] !== undefined);
  return telling.map(([side, bars]) => (
    <FigureTable
      key={side}
      title={`By ${SIDE_WORDS[side].toLowerCase()}`}
      nameHeader={SIDE_WORDS[side]}
      measure={measure}
      rows={bars.map((bar) => ({ ...bar, key: bar.value }))}
      name={({ value, label }) => (
        <ChooseRow
          label={label}
          chosen={choice[side]?.includes(value) ?? false}
          onToggle={() => onSearch({ ...search, choice: toggled(choice, side, value) })}
        />
      )}
    >
      {side === 'tag' ? <Dim pt={6}>A meter with several tags stands in each of them.</Dim> : null}
    </FigureTable>
  ));
}

export function AmountsFigure({ overview, measure, search, onSearch }: FigureProps) {
  const { choice = {} } = search;
  if (overview.amounts.length < 2 && choice.amount === undefined) return null;
  const rows = overview.amounts.map((one) => {
    const words = amountWords(one, measure, formatQuantity);
    return { ...one, key: words, label: words };
  });
  const isChosen = (one: { atLeast?: number | undefined; below: number }) =>
    choice.amount !== undefined && choice.amount.atLeast === one.atLeast && choice.amount.below === one.below;
  return (
    <FigureTable
      title="By size of the meter"
      nameHeader="All months together"
      measure={measure}
      rows={rows}
      name={(row) => (
        <ChooseRow
          label={row.label}
          chosen={isChosen(row)}
          onToggle={() => {
            const { amount: _, ...rest } = choice;
            const amount = { ...(row.atLeast === undefined ? {} : { atLeast: row.atLeast }), below: row.below };
            onSearch({ ...search, choice: isChosen(row) ? rest : { ...rest, amount } });
          }}
        />
      )}
    />
  );
}

export function LargestFigure({ workspace, overview, measure }: FigureProps) {
  const rows = overview.largest.map((one) => ({ ...one, key: one.id, label: meterName(one) }));
  const left = measure.meters - rows.length;
  return (
    <FigureTable
      title="Meters, the largest first"
      nameHeader="Meter"
      measure={measure}
      rows={rows}
      columns={[
        { header: 'Customer', cell: ({ customerName }) => customerName },
        { header: 'Tariff', cell: ({ tariff }) => tariff },
        ...demandColumns(measure, rows).filter((_, place) => place !== 1),
      ]}
      name={({ id, label }) => (
        <AnchorLink size="xs" to="/w/$workspace/meters/$usagePoint" params={{ workspace, usagePoint: id }}>
          {label}
        </AnchorLink>
      )}
    >
      {left > 0 ? (
        <Text size="xs" c="dimmed" pt={6}>
          And {formatCount(left)} more. Narrow the choice down to see them.
        </Text>
      ) : null}
    </FigureTable>
  );
}
