import { expect, it } from 'vitest';
import { parsePortfolioSearch, toggled } from '../../../../../renderer/features/portfolio/portfolio-address.ts';

it('an address is read as it was written, and what makes no sense is left out', () => {
  const search = {
    group: 'g1',
    measure: '0:72:1',
    first: 24_300,
    count: 36,
    choice: { months: [24_301], tariff: ['E-1', ''], amount: { atLeast: 10, below: 20 } },
  };
  expect(parsePortfolioSearch({ ...search })).toEqual(search);
  expect(
    parsePortfolioSearch({
      group: '',
      measure: 7,
      first: -1,
      count: 13,
      choice: { months: ['x'], tariff: 'E-1', amount: { below: 'much' }, other: ['a'] },
    }),
  ).toEqual({});
  // A router reads a number where a tag is one.
  expect(parsePortfolioSearch({ choice: { tag: [2025] } })).toEqual({ choice: { tag: ['2025'] } });
  expect(parsePortfolioSearch({ choice: 'all' })).toEqual({});
});

it('what is chosen again is taken back, and an empty choice goes', () => {
  const one = toggled({ state: ['CA'] }, 'tariff', 'E-1');
  expect(one).toEqual({ state: ['CA'], tariff: ['E-1'] });
  const two = toggled(one, 'tariff', '');
  expect(two.tariff).toEqual(['E-1', '']);
  expect(toggled(toggled(two, 'tariff', ''), 'tariff', 'E-1')).toEqual({ state: ['CA'] });
  expect(toggled({}, 'months', 5)).toEqual({ months: [5] });
});
