/** Stands where a chart will be while its data is on the way: what is loaded, and what it waits for. */
import './charts.css';
import { Loader, Text } from '@mantine/core';
import { Dim } from '../ui/dim.tsx';

interface ChartPendingProps {
  /** What is loaded: `Loading Electricity delivered, 15 min, 28 Jan to 3 Feb 2026`. */
  label: string;
  /** What else keeps the data store busy, if anything does. */
  behind?: string | undefined;
}

export function ChartPending({ label, behind }: ChartPendingProps) {
  return (
    <div className="ms-chart-pending" role="status" aria-live="polite" data-testid="chart-pending">
      <Loader size="sm" type="dots" />
      <Text size="sm">{label}</Text>
      {behind ? <Dim>{behind}</Dim> : null}
    </div>
  );
}
