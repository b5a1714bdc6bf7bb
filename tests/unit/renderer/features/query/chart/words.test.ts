import { describe, expect, it } from 'vitest';
import { chartWords, type DrawnChart } from '../../../../../../renderer/features/query/chart/words.ts';

const line = (joined: boolean): DrawnChart => ({
  kind: 'line',
  x: 'day',
  y: ['value'],
  colour: '',
  units: false,
  isTime: true,
  leftOut: { x: 0, y: 0 },
  moreSeries: 0,
  picture: { kind: 'line', series: [], every: true, columns: 100, joined },
});

describe('the words of a line', () => {
  it('say that it has several values at one place', () => {
    const said = /^A line has several values at the same day/;
    expect(chartWords(5, line(true)).at(-1)).toMatch(said);
    expect(chartWords(5, line(false)).some((sentence) => said.test(sentence))).toBe(false);
  });
});
