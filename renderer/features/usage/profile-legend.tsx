/** What the colours and marks of the chart mean; only what is there. */
import { Tooltip } from '@mantine/core';
import type { ProfilePane } from '../../charts/load-profile.tsx';
import { qualityColor } from '../../charts/pane.tsx';
import { rateColor } from '../../charts/series-shape.ts';
import { formatCount } from '../../ui/format.ts';
import { rateNames } from './rates.tsx';
import type { UsageContext } from './usage-context.ts';

const behaviourWords = {
  interval: 'amounts, summed',
  register: 'register, differenced',
  sample: 'samples, averaged',
} as const;

export function ProfileLegend({ panes, shown }: UsageContext & { panes: readonly ProfilePane[] }) {
  const drawn = panes.flatMap((pane) => pane.series.map((one) => one.drawn));
  const qualities = new Set(drawn.flatMap(({ points }) => points.map(({ quality }) => quality)));
  qualities.delete('valid');
  const holes = drawn.some(({ gaps }) => gaps.length > 0);
  const single = panes.filter((pane) => pane.title === undefined).every((pane) => pane.series.length === 1);
  const stacked = drawn.find(({ stacks }) => stacks);
  const rates = drawn.find(({ rates: some, shape, stacks }) => some && (shape === 'steps' || stacks))?.rates;
  const selection = drawn.find(({ shape }) => shape === 'line');
  return (
    <div className="ms-legend">
      {panes
        .filter((pane) => pane.title === undefined)
        .flatMap((pane) => pane.series)
        .map((one) => {
          const row = shown.find(({ id }) => id === one.id);
          return (
            <span key={one.id}>
              <i className="ms-swatch" style={{ background: one.color }} />
              {one.label}
              {row ? (
                <Tooltip label={row.behaviourReason}>
                  <span className="ms-dim">
                    {behaviourWords[row.behaviour]}
                    {row.behaviourBy === 'detected' ? ' (detected)' : ''}
                  </span>
                </Tooltip>
              ) : null}
            </span>
          );
        })}
      {rates && single
        ? (stacked?.stacks?.codes ?? rates.codes).map((code) => (
            <span key={`rate-${code}`} data-legend={`${rates.kind}-${code ?? 'none'}`}>
              <i className="ms-swatch" style={{ background: rateColor(code) }} />
              {code === null ? 'no rate' : `${rateNames[rates.kind]} ${code}`}
            </span>
          ))
        : null}
      {[...qualities].map((quality) => (
        <span key={quality} data-legend={quality}>
          <i className="ms-swatch ms-swatch-strip" style={{ background: qualityColor(quality) }} />
          {quality === 'unknown' ? 'quality not told' : quality}
        </span>
      ))}
      {holes ? (
        <span data-legend="gap">
          <i className="ms-swatch ms-swatch-gap" />
          no data
        </span>
      ) : null}
      {selection ? (
        <span className="ms-dim ms-legend-end">
          {formatCount(drawn.reduce((sum, { points }) => sum + points.length, 0))} true readings drawn; every peak kept
          {stacked?.stacks ? `; colours: mean reading of each ${stacked.stacks.period}, split by rate` : ''}
        </span>
      ) : null}
    </div>
  );
}
