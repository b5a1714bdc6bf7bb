import { expect, it } from 'vitest';
import { rateUnit } from '../../../../renderer/charts/measure.ts';

it.each([
  ['kWh', 'kW'],
  ['Wh', 'W'],
  ['kVArh', 'kVAr'],
  ['m3', undefined],
  ['Ah', undefined],
  ['', undefined],
])('the rate of %s is in %s', (unit, rate) => expect(rateUnit(unit)).toBe(rate));
