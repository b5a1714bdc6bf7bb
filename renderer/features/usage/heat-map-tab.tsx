/** Day by hour: the habits of a meter at one glance. */
import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { heatCells } from '../../charts/heat-cells.ts';
import { HeatMap } from '../../charts/heat-map.tsx';
import { addUnits, formatSpan, startOf } from '../../charts/local-clock.ts';
import { formatCounted } from '../../ui/format.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { PictureMenu } from './picture-menu.tsx';
import { SeriesSelect } from './series-select.tsx';
import type { UsageContext } from './usage-context.ts';

const spans = [
  { value: '1', label: 'A year' },
  { value: '3', label: 'Three years' },
] as const;

export function HeatMapTab(context: UsageContext) {
  const { workspace, main, clock, extent, view, search, onSearch, show } = context;
  const [years, setYears] = useState('1');
  const picture = useRef<HTMLDivElement>(null);
  const range = useMemo(() => {
    // The years that end with the view, so that what was looked at is in the picture.
    const end = addUnits(clock, startOf(clock, Math.min(view.to, extent.to) - 1, 'day'), 'day', 1);
    const to = Math.max(end, Math.min(extent.to, extent.from + 86_400));
    return { from: Math.max(startOf(clock, extent.from, 'day'), addUnits(clock, to, 'year', -Number(years))), to };
  }, [clock, extent.from, extent.to, view.to, years]);
  const step = Math.min(86_400, Math.max(900, Math.ceil(main.intervalLength / 900) * 900));
  const grid = useCall('usage.grid', { workspace, series: main.id, ...range, step }, { keepPrevious: true });
  const cells = useMemo(
    () => (grid.data ? heatCells(grid.data, clock, range.from, range.to) : undefined),
    [grid.data, clock, range],
  );
  if (main.intervalLength >= 86_400) {
    return (
      <>
        <div className="ms-usage-toolbar">
          <SeriesSelect {...context} />
        </div>
        <EmptyState title="This series has no times of day">
          Its readings last {formatCounted(Math.round(main.intervalLength / 86_400), 'day')} or more. Totals show it by
          month; another series may have times of day.
        </EmptyState>
      </>
    );
  }
  if (grid.error) return <FailureState error={grid.error} onRetry={() => void grid.refetch()} />;
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl size="xs" aria-label="Span of time" data={[...spans]} value={years} onChange={setYears} />
        <Text size="sm" fw={600}>
          {formatSpan(clock, range.from, range.to)}
        </Text>
        <SeriesSelect {...context} />
        <PictureMenu context={context} chart={picture} title="Heat map" span={range} />
      </div>
      <div className="ms-panel ms-usage-chart" ref={picture}>
        {cells ? (
          <HeatMap
            cells={cells}
            unit={main.unit}
            clock={clock}
            description={`Heat map of ${main.label}, ${formatSpan(clock, range.from, range.to)}: days from left to right, time of day from top to bottom. Arrow keys read cells, Enter opens the day in the load profile. The tab Readings has the same data as a table.`}
            onOpen={(day) => {
              show(day);
              onSearch({ ...search, tab: 'profile', ...day }, false);
            }}
          />
        ) : (
          <LoadingState label="Loading the readings" />
        )}
      </div>
    </>
  );
}
