/** What a chart of a result says in words: what is drawn, what is left out. */

import type { ChartSide, QueryChart } from '#shared/contract/query-chart.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { clockOf } from '#shared/time/index.ts';
import { formatLocalDate, formatLocalTime } from '../../../charts/local-clock.ts';
import { formatCount, formatCounted, formatQuantity } from '../../../ui/format.ts';

export type DrawnChart = NonNullable<QueryChart['chart']>;

/** Times of a result are shown as they read: on a clock without an offset. */
export const clockAsRead = clockOf({ source: 'user', label: 'as in the result', zone: 'UTC' });

/** A place on x. */
export function placeWords(at: number, isTime: boolean): string {
  if (!isTime) return formatQuantity(at);
  const day = formatLocalDate(clockAsRead, at);
  return at % 86_400 === 0 ? day : `${day}, ${formatLocalTime(clockAsRead, at)}`;
}

/** The cell of a side, from 0. */
export function cellWords(side: ChartSide, index: number): string {
  if (side.kind === 'names') return side.names[index] ?? '';
  const step = (side.to - side.from) / side.count;
  const from = side.from + index * step;
  if (side.kind === 'time') return `from ${placeWords(from, true)}`;
  const middle = from + step / 2;
  return Number.isInteger(middle) && step === 1
    ? formatQuantity(middle)
    : `${formatQuantity(from)} to ${formatQuantity(from + step)}`;
}

/** A column with its unit, where that is known. */
export function axisWords({ unit, units }: DrawnChart, names: readonly string[]): string {
  const name = names.join(', ');
  return unit ? `${name}, ${unitLabel(unit)}` : units ? `${name}, in several units` : name;
}

/** What is drawn, and what is not, a sentence each. */
export function chartWords(rows: number, chart: DrawnChart): string[] {
  const { x, y, picture, leftOut, moreSeries, colour, units } = chart;
  const values = y.join(', ');
  return [
    `${formatCounted(rows, 'row')}.`,
    ...pictureWords(chart),
    ...(leftOut.x > 0
      ? [
          `${formatCounted(leftOut.x, 'row')} without a value of ${picture.kind === 'cells' && picture.of === 'mean' ? `${x} or ${values}` : x} left out.`,
        ]
      : []),
    ...(leftOut.y > 0
      ? [
          `${formatCounted(leftOut.y, 'row')} without a number in ${picture.kind === 'cells' && picture.of === 'mean' ? colour : values} left out.`,
        ]
      : []),
    ...(moreSeries > 0 ? [`${formatCount(moreSeries)} more of ${colour} not drawn: those with fewer rows.`] : []),
    ...(units ? ['The values are in several units: compare only those of one.'] : []),
  ];
}

function pictureWords({ picture, x, colour, isTime }: DrawnChart): string[] {
  switch (picture.kind) {
    case 'line':
      return [
        picture.every ? 'Each row is drawn.' : 'Each pixel column shows its first, last, lowest and highest value.',
        isTime
          ? 'A line ends at a NULL, and where times of regular rows are missing, as on a local clock that goes forward.'
          : 'A line ends at a NULL.',
        ...(picture.joined
          ? [
              `A line has several values at the same ${x}: as on a local clock that goes back, or because it is of several series. Choose what tells these apart.`,
            ]
          : []),
      ];
    case 'scatter':
      return ['Each row is a point.'];
    case 'bar':
      return [
        ...(picture.summed ? ['A bar is the sum of its rows, whatever their other columns say.'] : []),
        ...(picture.more > 0 ? [`${formatCounted(picture.more, 'lower bar')} not drawn.`] : []),
      ];
    case 'cells':
      return [
        picture.of === 'rows'
          ? 'These are too many points: a cell shows how many rows lie in it.'
          : picture.joined
            ? `A cell is the mean of ${colour} in its rows.`
            : 'Each row is a cell.',
        ...(picture.more > 0 ? [`${formatCounted(picture.more, 'name')} with fewer rows not drawn.`] : []),
      ];
  }
}
