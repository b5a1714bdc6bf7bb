import { describe, expect, it } from 'vitest';
import { extentOf, nearestTo, pathOf, placesOf } from '../../../../../../renderer/features/query/chart/xy-shape.ts';
import { parseQuerySearch } from '../../../../../../renderer/features/query/query-address.ts';

const line = { name: 'a', x: [0, 1, 2, 3, 4], y: [5, 6, null, 8, null] };
const plot = { x: (value: number) => value * 10, y: (value: number) => value };

describe('lines of a result', () => {
  it('end at NULL; a value alone is a dot', () => {
    expect(pathOf(line, plot, true)).toBe('M0.0 5.0L10.0 6.0M30.0 8.0h0');
    expect(pathOf(line, plot, false)).toBe('M0.0 5.0h0M10.0 6.0h0M30.0 8.0h0');
  });

  it('have places, an extent, and what is nearest to one', () => {
    expect([placesOf([line, line]), extentOf([line], 'y'), extentOf([], 'x')]).toEqual([
      [0, 1, 3],
      [5, 8],
      [0, 1],
    ]);
    expect(nearestTo([line], 1, true)).toEqual([{ name: 'a', index: 0, y: 6 }]);
  });
});

describe('the address of a query', () => {
  it('keeps the chart, and leaves out what makes no sense', () => {
    const chart = { kind: 'line', x: 'day', y: ['value'], colour: '' };
    expect(parseQuerySearch({ sql: 'SELECT 1', chart })).toEqual({ sql: 'SELECT 1', chart });
    expect(parseQuerySearch({ chart: { kind: 'pie', x: 7, y: 'value' } })).toEqual({ chart: {} });
    expect(parseQuerySearch({ chart: 'line' })).toEqual({});
  });
});
