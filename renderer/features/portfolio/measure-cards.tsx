/** Total of each measure, with what it is made of; the one that is chosen is shown below. Unlike units are never added. */
import { Switch } from '@mantine/core';
import type { Overview, OverviewMeasure } from '#shared/contract/overview.ts';
import { MeasureCard } from './measure-card.tsx';
import type { PortfolioProps } from './portfolio-address.ts';

export function MeasureCards({ overview, search, onSearch }: PortfolioProps & { overview: Overview }) {
  const { measures, measure: shown } = overview;
  const choose = (measure: string) => {
    // What a meter comes to is another number of another measure.
    const { amount: _, ...choice } = search.choice ?? {};
    onSearch({ ...search, measure, choice });
  };
  const net = netOf(measures, shown?.key ?? '');
  return (
    <>
      <fieldset className="ms-measures" aria-label="Totals">
        {measures.map((measure) => (
          <MeasureCard
            key={measure.key}
            measure={measure}
            chosen={measure.key === shown?.key}
            onChoose={() => choose(measure.key)}
          />
        ))}
      </fieldset>
      {net ? (
        <Switch
          size="xs"
          label="Take off what is received"
          checked={shown?.key === net.key}
          onChange={({ currentTarget }) => choose(currentTarget.checked ? net.key : net.delivered)}
        />
      ) : null}
    </>
  );
}

/** The net measure of what is shown, where anything is received in its unit. */
function netOf(measures: readonly OverviewMeasure[], shown: string): { key: string; delivered: string } | undefined {
  const [service = '', unit = '', flow = ''] = shown.split(':');
  const of = (last: string) => `${service}:${unit}:${last}`;
  const received = measures.some(({ key }) => key === of('19'));
  return (flow === '1' || flow === 'net') && received ? { key: of('net'), delivered: of('1') } : undefined;
}
