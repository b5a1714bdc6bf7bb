import { expect, it } from 'vitest';
import { chosenParts } from '../../../../../renderer/features/portfolio/chosen-parts.ts';
import type { Overview, OverviewBar } from '../../../../../shared/contract/overview.ts';

const bar = (value: string, label: string): OverviewBar => ({
  ...{ value, label, of: 1, meters: 1, coverage: 1, estimated: 0, demandMeters: 0, baseMeters: 0 },
});
const sides: Overview['sides'] = {
  service: [bar('0', 'electricity')],
  tariff: [bar('E-1', 'E-1'), bar('', 'not known')],
  utility: [],
  tag: [bar('north', 'North')],
  state: [],
};

it('what is chosen is called as the bars are', () => {
  const choice = { service: ['0'], tariff: ['E-1', ''], tag: ['north'] };
  expect(chosenParts(choice, sides).map(({ words }) => words)).toEqual([
    'Service electricity',
    'Tariff E-1, not known',
    'Tag North',
  ]);
});

it('also where other choices leave no bar of it', () => {
  const choice = { service: ['1'], tag: ['', 'south'], state: ['', 'CA'] };
  expect(chosenParts(choice, sides).map(({ words }) => words)).toEqual([
    'Service gas',
    'Tag without a tag, south',
    'State not known, CA',
  ]);
});
