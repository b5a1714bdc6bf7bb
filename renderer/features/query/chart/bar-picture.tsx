/** Bars of a result. */
import { PeriodBars } from '../../../charts/period-bars.tsx';
import { colourOf } from './colours.ts';
import type { DrawnChart } from './words.ts';

interface BarProps {
  chart: DrawnChart;
  picture: Extract<DrawnChart['picture'], { kind: 'bar' }>;
  height: number;
  description: string;
}

export function BarPicture({ chart, picture: { labels, series }, height, description }: BarProps) {
  const bars = labels.map((label, index) => ({
    label,
    values: Object.fromEntries(
      series.map(({ values }, set) => [String(set), { total: values[index] ?? undefined, coverage: 1 }]),
    ),
  }));
  const sets = series.map(({ name }, index) => ({ id: String(index), label: name, color: colourOf(index) }));
  return <PeriodBars bars={bars} sets={sets} unit={chart.unit ?? ''} description={description} height={height} />;
}
