/** A picture of how a meter behaves: its chart in the height that is left, what the colours mean, and its numbers. */
import type { ComponentProps, ReactNode } from 'react';
import { CartesianGrid, ComposedChart, ResponsiveContainer, XAxis } from 'recharts';
import { FillHeight } from '../../../charts/fill-height.tsx';
import { axisText, plotInset } from '../../../charts/plot.ts';
import { UnitAxis } from '../../../charts/unit-axis.tsx';
import type { Span } from '../../../charts/viewport.ts';
import { type failureOf, ofEarlier, RefreshFailure } from '../../../ui/states.tsx';
import type { UsageContext } from '../usage-context.ts';
import { NumbersTable } from './numbers-table.tsx';

/** What a picture of a pattern is of: the main series within a span. */
export type Ranged = UsageContext & { range: Span };

interface PatternFigureProps {
  failure: ReturnType<typeof failureOf>;
  /** It shows the answer to an earlier question. */
  earlier?: boolean | undefined;
  /** What it shows, for people who cannot see it. */
  label: string;
  points: object[];
  unit: string;
  /** The member of a point that is its place on the horizontal axis, and where that axis has labels. */
  across: { dataKey: string; ticks: number[]; tickFormatter: (at: number) => string };
  caption: ReactNode;
  /** The same as a table. */
  numbers: ComponentProps<typeof NumbersTable>;
  /** What is drawn, and the tooltip. */
  children: ReactNode;
}

export function PatternFigure({
  failure,
  earlier,
  label,
  points,
  unit,
  across,
  caption,
  numbers,
  children,
}: PatternFigureProps) {
  return (
    <figure className="ms-figure" data-points={points.length} {...ofEarlier(earlier)}>
      {failure ? <RefreshFailure {...failure} /> : null}
      <FillHeight least={220}>
        {(height) => (
          <div role="img" aria-label={label}>
            <ResponsiveContainer width="100%" height={height}>
              <ComposedChart
                data={points}
                margin={{ top: plotInset.top, right: plotInset.right, bottom: 0, left: 0 }}
                accessibilityLayer={false}
              >
                <CartesianGrid stroke="var(--ms-grid)" />
                <UnitAxis unit={unit} />
                <XAxis
                  type="number"
                  {...across}
                  domain={[across.ticks[0] ?? 0, across.ticks.at(-1) ?? 1]}
                  tick={axisText}
                  tickLine={false}
                />
                {children}
              </ComposedChart>
            </ResponsiveContainer>
          </div>
        )}
      </FillHeight>
      <figcaption className="ms-legend">{caption}</figcaption>
      <NumbersTable {...numbers} />
    </figure>
  );
}
