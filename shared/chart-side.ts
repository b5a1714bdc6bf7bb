/** A side of a chart's cells. */
import type { ChartSide } from './contract/query-chart.ts';

/** How many cells a side has. */
export const cellsOf = (side: ChartSide): number => (side.kind === 'names' ? side.names.length : side.count);
