/** Heat map, average day and load duration of a sum, on the charts of one meter. */
import { useMemo } from 'react';
import type { Summed } from '#shared/contract/sum.ts';
import type { Clock } from '#shared/time/index.ts';
import { heatCells } from '../../charts/heat-cells.ts';
import { HeatMap } from '../../charts/heat-map.tsx';
import { addUnits, formatSpan, startOf } from '../../charts/local-clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { scaleOfLargest, type UnitScale } from '../../ui/unit-scale.ts';
import { durationIn, gridIn, typicalDayIn } from '../usage/in-unit.ts';
import { DurationFigure } from '../usage/tabs/load-duration-figure.tsx';
import { TypicalDayFigure } from '../usage/tabs/typical-day-figure.tsx';
import { spanOfSum, sumDuration, sumGrid, sumTypicalDay } from './sum-shape.ts';

const COLOR = 'var(--ms-series-1)';
const POINTS = 401;

interface PatternProps {
  sum: Summed;
  clock: Clock;
  scale: UnitScale;
  /** What they are of, in words. */
  of: string;
}

export function SumPatterns({ sum, clock }: Pick<PatternProps, 'sum' | 'clock'>) {
  const scale = useMemo(() => scaleOfLargest(sum.unit, sum.v), [sum]);
  const curve = useMemo(() => durationIn(scale, sumDuration(sum, POINTS)), [scale, sum]);
  const of = `the sum of ${sum.parts.length} meters`;
  const byDay = sum.starts !== undefined;
  return (
    <>
      {byDay ? null : <HeatPattern {...{ sum, clock, scale, of }} />}
      <div className="ms-sides">
        {byDay ? null : <DayPattern {...{ sum, clock, scale, of }} />}
        <section className="ms-panel ms-figures ms-sum-pattern" aria-label="Load duration">
          <h2>Load duration</h2>
          <DurationFigure failure={undefined} of={of} curve={curve} color={COLOR} />
        </section>
      </div>
      {byDay ? <Dim>Readings by the day have no time of day: there is no heat map and no average day.</Dim> : null}
    </>
  );
}

function HeatPattern({ sum, clock, scale, of }: PatternProps) {
  const span = useMemo(() => {
    const { from, to } = spanOfSum(sum);
    return { from: startOf(clock, from, 'day'), to: addUnits(clock, startOf(clock, to - 1, 'day'), 'day', 1) };
  }, [sum, clock]);
  const cells = useMemo(
    () => heatCells(gridIn(scale, sumGrid(sum, clock)), clock, span.from, span.to),
    [scale, sum, clock, span],
  );
  return (
    <section className="ms-panel ms-figures" aria-label="Heat map">
      <h2>Heat map</h2>
      <div className="ms-sum-heat">
        <HeatMap
          cells={cells}
          unit={scale.unit}
          floats={false}
          clock={clock}
          description={`Heat map of ${of}, ${formatSpan(clock, span.from, span.to)}: days from left to right, time of day from top to bottom. Arrow keys read cells.`}
          onOpen={() => undefined}
        />
      </div>
    </section>
  );
}

function DayPattern({ sum, clock, scale, of }: PatternProps) {
  const day = useMemo(() => typicalDayIn(scale, sumTypicalDay(sum, clock)), [scale, sum, clock]);
  return (
    <section className="ms-panel ms-figures ms-sum-pattern" aria-label="Average day">
      <h2>Average day</h2>
      <TypicalDayFigure failure={undefined} of={of} day={day} split="workday" color={COLOR} />
    </section>
  );
}
