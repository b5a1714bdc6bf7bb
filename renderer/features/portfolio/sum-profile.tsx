/** The chart of a sum with the number of meters that contribute, or of its meters, all under one cursor. */
import { MultiSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { Summed, SumPart } from '#shared/contract/sum.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../api/index.ts';
import { LoadProfile, type ProfilePane } from '../../charts/load-profile.tsx';
import { formatSpan } from '../../charts/local-clock.ts';
import { Overview } from '../../charts/overview.tsx';
import { shapeSeries } from '../../charts/series-shape.ts';
import type { Span } from '../../charts/viewport.ts';
import { formatCount } from '../../ui/format.ts';
import { meterName } from '../../ui/meter-name.ts';
import { FailureState, failureOf } from '../../ui/states.tsx';
import { MOST_LINES } from './sum-address.ts';
import { spanChart, spanOfSum } from './sum-shape.ts';

interface SumProfileProps {
  workspace: string;
  sum: Summed;
  clock: Clock;
  overlay: boolean;
  /** Ids of the meters that are overlaid; undefined for those with the most of the peak. */
  chosen: readonly string[] | undefined;
  onChosen: (ids: string[]) => void;
}

const COLOR = 'var(--ms-series-1)';
/** Intervals that are shown at least. */
const LEAST_SHOWN = 8;

/** Those that are chosen and in the sum; the ones with the most of the peak where none is. */
function overlaid({ parts }: Summed, chosen: readonly string[] | undefined): SumPart[] {
  const found = parts.filter(({ id }) => chosen?.includes(id));
  return found.length > 0 ? found : parts.slice(0, MOST_LINES);
}

function namedBy(part: SumPart): string {
  return part.customerName === undefined ? meterName(part) : `${meterName(part)}, ${part.customerName}`;
}

export function SumProfile({ workspace, sum, clock, overlay, chosen, onChosen }: SumProfileProps) {
  const extent = useMemo(() => spanOfSum(sum), [sum]);
  const [view, show] = useState<Span>(extent);
  const lines = useMemo(() => overlaid(sum, chosen), [sum, chosen]);
  const chart = useCall(
    'usage.chart',
    { workspace, series: lines.map((one) => one.series), width: 250, from: view.from, to: view.to },
    { enabled: overlay, keepPrevious: true },
  );
  const panes = useMemo(
    () => panesOf(sum, view, overlay ? (chart.data ?? []) : undefined),
    [sum, view, overlay, chart.data],
  );
  const whole = useMemo(() => spanChart(sum, sum.v, sum.unit, extent), [sum, extent]);
  const failure = overlay ? failureOf([chart]) : undefined;
  if (failure?.bare) return <FailureState {...failure} />;
  const shortest = sum.step * LEAST_SHOWN;
  const drawn = chart.data?.map((one) => nameOf(sum, one.series)) ?? lines.map(meterName);
  const words = overlay ? drawn.join(', ') : `the sum of ${formatCount(sum.parts.length)} meters`;
  return (
    <div className="ms-panel ms-usage-chart ms-sum-chart">
      <Legend panes={panes} />
      <LoadProfile
        panes={panes}
        clock={clock}
        view={view}
        extent={extent}
        shortest={shortest}
        onView={show}
        onPick={() => undefined}
        description={`Load profile of ${words}, ${formatSpan(clock, view.from, view.to)}, and how many meters contribute. Arrow keys read single intervals, Shift and arrows move, plus and minus zoom.`}
        busy={overlay && chart.isFetching}
      />
      <Overview
        chart={whole}
        color={COLOR}
        clock={clock}
        extent={extent}
        view={view}
        shortest={shortest}
        onView={show}
      />
      {overlay && sum.parts.length > MOST_LINES ? <OverlayField sum={sum} lines={lines} onChosen={onChosen} /> : null}
    </div>
  );
}

/** The sum, or the meters that are overlaid, and below how many meters contribute. */
function panesOf(sum: Summed, view: Span, overlay: CallOutput<'usage.chart'> | undefined): ProfilePane[] {
  const shown = sum.starts === undefined ? 'power' : 'amount';
  const summed = shapeSeries(spanChart(sum, sum.v, sum.unit, view, sum.e), shown);
  const meters = shapeSeries(spanChart(sum, sum.n, 'meters', view), 'amount');
  const contributing = {
    unit: 'meters',
    title: 'Contributing',
    series: [{ id: 'n', label: 'Meters contributing', color: 'var(--ms-series-7)', drawn: meters }],
  };
  const series = overlay?.map((one, place) => ({
    id: one.series,
    label: nameOf(sum, one.series),
    color: `var(--ms-series-${place + 1})`,
    drawn: shapeSeries(one, shown),
  })) ?? [{ id: 'sum', label: 'Sum', color: COLOR, drawn: summed }];
  return [{ unit: series[0]?.drawn.unit ?? summed.unit, series }, contributing];
}

/** Of the meter whose readings a series is: what is drawn may be of other meters than those that are being asked for. */
function nameOf({ parts }: Summed, series: string): string {
  const part = parts.find((one) => one.series === series);
  return part ? meterName(part) : series;
}

function Legend({ panes }: { panes: readonly ProfilePane[] }) {
  return (
    <div className="ms-legend" data-testid="sum-legend">
      {panes.flatMap((pane) =>
        pane.series.map(({ id, label, color }) => (
          <span key={id}>
            <i className="ms-swatch" style={{ background: color }} />
            {label}
          </span>
        )),
      )}
    </div>
  );
}

interface OverlayFieldProps extends Pick<SumProfileProps, 'sum' | 'onChosen'> {
  lines: readonly SumPart[];
}

function OverlayField({ sum, lines, onChosen }: OverlayFieldProps) {
  return (
    <MultiSelect
      size="xs"
      label={`Meters overlaid, ${MOST_LINES} at most of ${formatCount(sum.parts.length)}`}
      data={sum.parts.map((one) => ({ value: one.id, label: namedBy(one) }))}
      value={lines.map(({ id }) => id)}
      onChange={onChosen}
      maxValues={MOST_LINES}
      limit={100}
      searchable
    />
  );
}
