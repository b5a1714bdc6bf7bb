import { describe, expect, it } from 'vitest';
import {
  daysOf,
  lastMonth,
  parseRankingSearch,
  periodOf,
  quantityKey,
  quantityOf,
  shiftedDay,
  shiftedMonth,
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

describe('the period', () => {
  it('is so many days up to the last one, or a calendar month', () => {
    expect(periodOf({}, '2024-03-10')).toEqual({ from: '2024-02-12', until: '2024-03-10' });
    expect(periodOf({ days: 7, until: '2024-03-03' }, '2024-03-10')).toEqual({
      from: '2024-02-26',
      until: '2024-03-03',
    });
    expect(periodOf({ month: '2024-02' }, '2024-03-10')).toEqual({ from: '2024-02-01', until: '2024-02-29' });
    expect(periodOf({ month: '2023-12' }, '2024-03-10')).toEqual({ from: '2023-12-01', until: '2023-12-31' });
    expect(daysOf('2024-02-01', '2024-02-29')).toBe(29);
    expect([lastMonth('2024-03-10'), lastMonth('2024-01-30'), lastMonth('2024-01-31')]).toEqual([
      '2024-02',
      '2023-12',
      '2024-01',
    ]);
    expect([shiftedMonth('2024-01', -1), shiftedMonth('2023-12', 1)]).toEqual(['2023-12', '2024-01']);
  });

  it('of a month needs no days, and what is no month is left out', () => {
    expect(parseRankingSearch({ month: '2024-02', days: 7, until: '2024-01-05', by: 'peak' })).toEqual({
      month: '2024-02',
      by: 'peak',
    });
    expect(parseRankingSearch({ month: '2024-13', days: 7 })).toEqual({ days: 7 });
  });
});
