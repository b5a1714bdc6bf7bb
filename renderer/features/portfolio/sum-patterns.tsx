/** Heat map, average day and load duration of a sum, on the charts of one meter. */
import { useMemo } from 'react';
import type { Summed } from '#shared/contract/sum.ts';
import type { Clock } from '#shared/time/index.ts';
import { heatCells } from '../../charts/heat-cells.ts';
import { HeatMap } from '../../charts/heat-map.tsx';
import { addUnits, formatSpan, startOf } from '../../charts/local-clock.ts';
import { scaleOfLargest } from '../../ui/unit-scale.ts';
import { durationIn, gridIn, typicalDayIn } from '../usage/in-unit.ts';
import { DurationFigure } from '../usage/tabs/load-duration-figure.tsx';
import { TypicalDayFigure } from '../usage/tabs/typical-day-figure.tsx';
import { sumDuration, sumGrid, sumTypicalDay } from './sum-shape.ts';

const COLOR = 'var(--ms-series-1)';
const POINTS = 401;

export function SumPatterns({ sum, clock }: { sum: Summed; clock: Clock }) {
  const scale = useMemo(() => scaleOfLargest(sum.unit, sum.v), [sum]);
  const curve = useMemo(() => durationIn(scale, sumDuration(sum, POINTS)), [scale, sum]);
  const day = useMemo(() => typicalDayIn(scale, sumTypicalDay(sum, clock)), [scale, sum, clock]);
  const span = useMemo(() => {
    const end = sum.from + sum.v.length * sum.step;
    return { from: startOf(clock, sum.from, 'day'), to: addUnits(clock, startOf(clock, end - 1, 'day'), 'day', 1) };
  }, [sum, clock]);
  const cells = useMemo(
    () => heatCells(gridIn(scale, sumGrid(sum)), clock, span.from, span.to),
    [scale, sum, clock, span],
  );
  const of = `the sum of ${sum.parts.length} meters`;
  return (
    <>
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
      <div className="ms-sides">
        <section className="ms-panel ms-figures ms-sum-pattern" aria-label="Average day">
          <h2>Average day</h2>
          <TypicalDayFigure failure={undefined} of={of} day={day} split="workday" color={COLOR} />
        </section>
        <section className="ms-panel ms-figures ms-sum-pattern" aria-label="Load duration">
          <h2>Load duration</h2>
          <DurationFigure failure={undefined} of={of} curve={curve} color={COLOR} />
        </section>
      </div>
    </>
  );
}
