import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../../renderer/charts/local-clock.ts';
import {
  extentOf,
  firstSpan,
  mainSeries,
  seriesColor,
  shortestSpan,
  shownSeries,
} from '../../../../../renderer/features/usage/series-choice.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';
import { series } from './series.ts';

const clock = clockOfZone('America/Los_Angeles');

describe('which series are shown at first', () => {
  const delivered = series({ id: 'd', flow: { code: 1, label: 'forward' } });
  const received = series({ id: 'r', flow: { code: 19, label: 'reverse' }, count: 50 });
  const register = series({ id: 'x', behaviour: 'register', count: 900 });

  it('amounts before a register, the other direction beside them', () => {
    expect(mainSeries([register, delivered])?.id).toBe('d');
    expect(shownSeries([register, delivered, received], undefined).map(({ id }) => id)).toEqual(['d', 'r']);
  });

  it('the temperature, where the meter has one', () => {
    const temperature = series({ id: 't', behaviour: 'sample', unit: 'degC', count: 10 });
    expect(shownSeries([temperature, delivered, received], undefined).map(({ id }) => id)).toEqual(['d', 'r', 't']);
  });

  it('what the address says, in its order, as far as it exists', () => {
    expect(shownSeries([register, delivered, received], ['r', 'gone', 'x']).map(({ id }) => id)).toEqual(['r', 'x']);
  });

  it('nothing of a meter without readings', () => {
    expect(shownSeries([series({ count: 0 })], undefined)).toEqual([]);
  });

  it('a colour stays with its series whatever else is chosen', () => {
    expect(seriesColor([register, delivered, received], 'r')).toBe('var(--ms-series-3)');
  });
});

describe('which time is shown at first', () => {
  const to = instantOf(clock, 2026, 2, 4);

  it('the last seven local days of a fine series', () => {
    expect(firstSpan(clock, { from: instantOf(clock, 2023, 1, 1), to }, 900)).toEqual({
      from: instantOf(clock, 2026, 1, 28),
      to,
    });
  });

  it('a year of daily readings, all of a short file', () => {
    const extent = { from: instantOf(clock, 2023, 5, 1), to };
    expect(firstSpan(clock, extent, 86_400)).toEqual({
      from: instantOf(clock, 2026, 1, 1),
      to: instantOf(clock, 2027, 1, 1),
    });
    const day = { from: to - 86_400, to };
    expect(firstSpan(clock, day, 900)).toEqual(day);
  });

  it('reaches to the end of the last reading', () => {
    expect(extentOf([series({ first: 1000, last: 5000, intervalLength: 900 })])).toEqual({ from: 1000, to: 5900 });
    expect(extentOf([])).toBeUndefined();
  });

  it('never zooms in further than a few readings', () => {
    expect(shortestSpan([series({ intervalLength: 900 })])).toBe(3600);
    expect(shortestSpan([series({ intervalLength: 0 })])).toBe(4 * 86_400);
  });
});
