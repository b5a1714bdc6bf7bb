/** What the colours and marks of the chart mean; only what is drawn. */
import { Tooltip } from '@mantine/core';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { holesOf } from '../../../charts/holes.ts';
import type { ProfilePane } from '../../../charts/load-profile.tsx';
import { qualityColor, rateColor, rateLabel } from '../../../charts/series-shape.ts';
import { formatCount, unitWords } from '../../../ui/format.ts';
import type { UnitScale } from '../../../ui/unit-scale.ts';
import type { UsageContext } from '../usage-context.ts';

export function ProfileLegend({ panes, shown, view, scaleOf }: UsageContext & { panes: readonly ProfilePane[] }) {
  const drawn = panes.flatMap((pane) => pane.series.map((one) => one.drawn));
  const qualities = new Set(drawn.flatMap(({ points }) => points.map(({ quality }) => quality)));
  qualities.delete('valid');
  const holes = panes.flatMap((pane) => holesOf(pane.series, view));
  const amounts = panes.filter(({ title }) => title === undefined);
  // Where several series share a plot, the colours stay those of the series.
  const colored = panes.flatMap(({ series }) => (series.length === 1 ? series : [])).map((one) => one.drawn);
  const stacked = colored.find(({ stacks }) => stacks)?.stacks;
  const rates = colored.find(({ rates: some, shape, stacks }) => some && (shape === 'steps' || stacks))?.rates;
  const selection = drawn.find(({ shape }) => shape === 'line');
  return (
    <div className="ms-legend">
      {amounts.flatMap(({ series }) =>
        series.map((one) => {
          const row = shown.find(({ id }) => id === one.id);
          return (
            <span key={one.id}>
              <i className="ms-swatch" style={{ background: one.color }} />
              {one.label}
              {row ? (
                <Tooltip multiline maw={420} label={row.behaviourReason}>
                  <span className="ms-dim">
                    {valueWords(row, scaleOf(row))}
                    {row.behaviourBy === 'detected' ? ' (detected)' : ''}
                  </span>
                </Tooltip>
              ) : null}
            </span>
          );
        }),
      )}
      {rates
        ? (stacked?.codes ?? rates.codes).map((code) => (
            <span key={`rate-${code}`} data-legend={`${rates.kind}-${code ?? 'none'}`}>
              <i className="ms-swatch" style={{ background: rateColor(code) }} />
              {rateLabel(rates.kind, code)}
            </span>
          ))
        : null}
      {[...qualities].map((quality) => (
        <span key={quality} data-legend={quality}>
          <i className="ms-swatch ms-swatch-strip" style={{ background: qualityColor(quality) }} />
          {quality === 'unknown' ? 'quality not given' : quality}
        </span>
      ))}
      {holes.some(({ whole }) => whole) ? (
        <span data-legend="gap">
          <i className="ms-swatch ms-swatch-gap" />
          no data
        </span>
      ) : null}
      {holes.some(({ whole }) => !whole) ? (
        <span data-legend="gap-of-some">
          <i className="ms-swatch ms-swatch-gap ms-swatch-faint" />
          one series has no data
        </span>
      ) : null}
      {selection ? (
        <span className="ms-dim ms-legend-end">
          {stacked
            ? `Line: single readings, every peak kept (${countWords(drawn)}). Columns: mean reading of each ${stacked.period}, split by rate.`
            : `Single readings, every peak kept (${countWords(drawn)})`}
        </span>
      ) : null}
    </div>
  );
}

const countWords = (drawn: readonly { points: readonly unknown[] }[]) =>
  `${formatCount(drawn.reduce((sum, { points }) => sum + points.length, 0))} drawn`;

/** What one value is: `kWh per interval`. */
function valueWords({ behaviour }: SeriesRow, { unit }: UnitScale): string {
  if (behaviour === 'interval') return unit === '' ? unitWords(unit) : `${unitWords(unit)} per interval`;
  return behaviour === 'register' ? 'register reading' : 'sampled value';
}
