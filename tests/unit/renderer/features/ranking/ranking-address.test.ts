import { expect, it } from 'vitest';
import {
  parseRankingSearch,
  quantityKey,
  quantityOf,
  shiftedDay,
} from '../../../../../renderer/features/ranking/ranking-address.ts';
import { figureUnit, formatChange } from '../../../../../renderer/features/ranking/ranking-words.ts';

it('an address keeps what differs from the usual, and leaves out what makes no sense', () => {
  const whole = {
    group: 'g',
    quantity: '-1.19.42',
    by: 'lastYear',
    up: true,
    least: 0.2,
    most: -1.5,
    days: 91,
    until: '2024-02-29',
  };
  expect(parseRankingSearch(whole)).toEqual(whole);
  expect(parseRankingSearch({ by: 'amount', days: 28 })).toEqual({});
  const wrong = {
    group: '',
    quantity: '1.72',
    by: 'size',
    up: 'true',
    least: '5',
    most: Number.NaN,
    days: 29,
    until: '2024-13-01',
  };
  expect(parseRankingSearch(wrong)).toEqual({});
});

it('what is compared goes into the address and comes back', () => {
  const quantity = { service: -1, flow: 19, uom: 42 };
  expect(quantityOf(quantityKey(quantity))).toEqual(quantity);
});

it('days are counted over months and leap days', () => {
  expect(shiftedDay('2024-02-28', 2)).toBe('2024-03-01');
  expect(shiftedDay('2024-01-01', -1)).toBe('2023-12-31');
});

it('changes have a sign, and rates the unit of an hour', () => {
  expect([0.123, -0.04, 0, 2, -0.0001].map(formatChange)).toEqual([
    '+12.3 %',
    '-4 %',
    '0 %',
    '+200 %',
    'less than 0.1 %',
  ]);
  expect(figureUnit('peak', 'kWh')).toBe('kW');
  expect(figureUnit('base', 'm3')).toBe('m³/h');
  expect(figureUnit('price', 'm3')).toBe('per m³');
  expect(figureUnit('previous', 'kWh')).toBe('%');
});
