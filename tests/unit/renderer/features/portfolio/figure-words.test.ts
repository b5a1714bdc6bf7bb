import { expect, it } from 'vitest';
import {
  coverWords,
  demandScale,
  isIncomplete,
  metersWords,
  totalScale,
  totalWords,
} from '../../../../../renderer/features/portfolio/figure-words.ts';
import { amountWords } from '../../../../../renderer/features/portfolio/side-words.ts';
import type { OverviewMeasure } from '../../../../../shared/contract/overview.ts';

const energy: OverviewMeasure = {
  key: '0:72:1',
  label: 'Electricity delivered',
  unit: 'kWh',
  of: 8,
  meters: 7,
  total: 1_234_567,
  coverage: 0.95,
  estimated: 0.01,
  demandMeters: 7,
  baseMeters: 7,
};
const cost: OverviewMeasure = { ...energy, key: 'cost:840', unit: undefined, currency: 'USD', total: 12.5 };

it('a total stands in a unit that can be read, and what is missing is no 0', () => {
  expect(totalWords(energy)).toBe('1.235 GWh');
  expect(totalWords(cost)).toBe('$12.50');
  expect(totalWords({ ...energy, total: undefined })).toBe('no data');
  expect(totalScale(energy, [2, undefined]).format(2)).toBe('2');
  expect(demandScale(energy, [5]).unit).toBe('kW');
  expect(demandScale({ ...energy, unit: 'm3' }, [5]).unit).toBe('m³/h');
});

it('beside it stands what it is made of', () => {
  expect(metersWords(energy)).toBe('7 of 8 meters');
  expect(metersWords({ meters: 1, of: 1 })).toBe('1 meter');
  expect(coverWords(energy, false)).toBe('95 % covered, 1 % of it estimated');
  expect(coverWords({ ...energy, estimated: 0 }, false)).toBe('95 % covered, nothing estimated');
  expect(coverWords({ ...energy, coverage: 0, estimated: 0, unplaced: energy.meters }, false)).toBe(
    'coverage not known',
  );
  expect(coverWords({ ...energy, unplaced: 1 }, false)).toBe('95 % covered, 1 % of it estimated');
  expect(coverWords(cost, true)).toBe('bills for 95 % of the time');
  expect([energy, { ...energy, meters: 8, coverage: 1 }].map(isIncomplete)).toEqual([true, false]);
});

it('a range of amounts names its ends', () => {
  const write = (value: number) => String(value);
  expect(amountWords({ below: 0 }, energy, write)).toBe('below 0 kWh');
  expect(amountWords({ atLeast: 10, below: 20 }, energy, write)).toBe('10 to 20 kWh');
  expect(amountWords({ atLeast: 10 }, cost, write)).toBe('from $10.00');
});
