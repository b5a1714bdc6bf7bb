import { describe, expect, it } from 'vitest';
import { parseDate } from '../../../shared/time/date-text.ts';

const NOON = Date.UTC(2024, 1, 29, 12);

describe('a date of a feed', () => {
  it.each([
    ['2024-02-29T12:00:00Z', NOON],
    ['2024-02-29T12:00:00.000000Z', NOON],
    ['2024-02-29T12:00:00.0078Z', NOON + 7],
    ['2024-02-29T12:00:00,5z', NOON + 500],
    ['2024-02-29T05:00:00-07:00', NOON],
    ['2024-02-29T21:30:00+0930', NOON],
    ['2024-03-01T01:00+13:00', NOON],
    [' 2024-02-29 12:00 ', NOON],
    ['2024-02-29', NOON - 12 * 3_600_000],
    ['2024-02-28T24:00:00Z', NOON - 12 * 3_600_000],
  ])('%s', (text, time) => {
    expect(parseDate(text)).toBe(time);
  });

  it.each([
    '',
    '2024',
    '29.02.2024',
    '2023-02-29',
    '2024-13-01',
    '2024-02-00',
    '2024-02-29T25:00:00Z',
    '2024-02-29T12:60:00Z',
    '2024-02-29T12:00:00Z and more',
    '1709208000',
  ])('"%s" is none', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});
