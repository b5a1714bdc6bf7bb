/** Days by time of day: the habits of a meter at a glance. */
import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { reachesZero } from '#shared/espi/quantities.ts';
import { daySlot, offsetSegments } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { ChartPending } from '../../../charts/chart-pending.tsx';
import { heatCells } from '../../../charts/heat-cells.ts';
import { HeatMap } from '../../../charts/heat-map.tsx';
import { addUnits, formatSpan, startOf } from '../../../charts/local-clock.ts';
import { Dim } from '../../../ui/dim.tsx';
import { FailureState, failureOf, ofEarlier, RefreshFailure } from '../../../ui/states.tsx';
import { gridIn } from '../in-unit.ts';
import { PictureMenu } from '../picture-menu.tsx';
import { openProfile, type UsageContext } from '../usage-context.ts';
import { longerWords } from './longer-words.ts';
import { SeriesSelect } from './series-select.tsx';
import { hasTimesOfDay, WithoutTimesOfDay } from './times-of-day.tsx';

const spans = [
  { value: '1', label: 'A year' },
  { value: '3', label: 'Three years' },
];

export function HeatMapTab(context: UsageContext) {
  const { workspace, main, clock, extent, view, scaleOf } = context;
  const [years, setYears] = useState('1');
  const picture = useRef<HTMLDivElement>(null);
  const range = useMemo(() => {
    // The years that end with the view, so that what was looked at is in the picture.
    const end = addUnits(clock, startOf(clock, Math.min(view.to, extent.to) - 1, 'day'), 'day', 1);
    const to = Math.max(end, Math.min(extent.to, extent.from + 86_400));
    return { from: Math.max(startOf(clock, extent.from, 'day'), addUnits(clock, to, 'year', -Number(years))), to };
  }, [clock, extent.from, extent.to, view.to, years]);
  const step = daySlot(main.step);
  const offsets = useMemo(() => offsetSegments(clock, range.from, range.to), [clock, range.from, range.to]);
  const grid = useCall('usage.grid', { workspace, series: main.id, ...range, step, offsets }, { keepPrevious: true });
  const scale = useMemo(() => scaleOf(main), [scaleOf, main]);
  const cells = useMemo(
    () => (grid.data ? heatCells(gridIn(scale, grid.data), clock, range.from, range.to) : undefined),
    [grid.data, clock, range, scale],
  );
  if (!hasTimesOfDay(main)) {
    return (
      <>
        <div className="ms-usage-toolbar">
          <SeriesSelect {...context} />
        </div>
        <WithoutTimesOfDay />
      </>
    );
  }
  const failure = failureOf([grid]);
  if (failure?.bare) return <FailureState {...failure} />;
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      <div className="ms-usage-toolbar">
        <SegmentedControl size="xs" aria-label="Span of time" data={spans} value={years} onChange={setYears} />
        <Text size="sm" fw={600}>
          {formatSpan(clock, range.from, range.to)}
        </Text>
        <SeriesSelect {...context} />
        <PictureMenu
          context={context}
          chart={picture}
          title="Heat map"
          span={range}
          drawn={[{ series: main, unit: scale.unit }]}
        />
      </div>
      <div className="ms-panel ms-usage-chart ms-usage-fill" ref={picture} {...ofEarlier(grid.isPlaceholderData)}>
        {cells ? (
          <HeatMap
            cells={cells}
            unit={scale.unit}
            floats={!reachesZero(main.level)}
            clock={clock}
            description={`Heat map of ${main.label}, ${formatSpan(clock, range.from, range.to)}: days from left to right, time of day from top to bottom. Arrow keys read cells, Enter opens the day in the load profile. The Readings tab has the same data as a table.`}
            onOpen={(day) => openProfile(context, day)}
          />
        ) : (
          <ChartPending label={`Loading ${main.label}: ${formatSpan(clock, range.from, range.to)}`} />
        )}
      </div>
      {grid.data?.longer === undefined ? null : <Dim>{longerWords(grid.data.longer)}</Dim>}
    </>
  );
}
