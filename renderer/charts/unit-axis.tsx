import { YAxis } from 'recharts';
import { formatQuantity, unitWords } from '../ui/format.ts';
import { axisText, plotInset } from './plot.ts';
import { AxisTitle } from './plot-axes.tsx';

/** The value axis of a chart that Recharts lays out, with its unit above it. */
export function UnitAxis({ unit }: { unit: string }) {
  return (
    <>
      <YAxis width={plotInset.left} tick={axisText} tickLine={false} axisLine={false} tickFormatter={formatQuantity} />
      <AxisTitle>{unitWords(unit)}</AxisTitle>
    </>
  );
}
