import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../../renderer/charts/local-clock.ts';
import {
  extentOf,
  firstSpan,
  mainSeries,
  scalesOf,
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
    const temperature = series({ id: 't', behaviour: 'sample', unit: 'degC', level: 'Temperature', count: 10 });
    expect(shownSeries([temperature, delivered, received], undefined).map(({ id }) => id)).toEqual(['d', 'r', 't']);
  });

  it('a temperature never stands for the meter that has amounts, or a register', () => {
    const temperature = series({ id: 't', behaviour: 'sample', unit: 'degC', level: 'Temperature', count: 9000 });
    expect(mainSeries([temperature, register])?.id).toBe('x');
    expect(mainSeries([temperature])?.id).toBe('t');
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
    const span = firstSpan(clock, extent, 86_400);
    expect(span.to).toBeGreaterThanOrEqual(to);
    expect(span.to - to).toBeLessThan(86_400);
    expect((span.to - span.from) / 86_400).toBe(365);
    const day = { from: to - 86_400, to };
    expect(firstSpan(clock, day, 900)).toEqual(day);
  });

  it('reaches to the end of the last reading', () => {
    expect(extentOf([series({ first: 1000, last: 5000, end: 5900 })])).toEqual({ from: 1000, to: 5900 });
    expect(extentOf([])).toBeUndefined();
  });

  it('never zooms in further than a few readings', () => {
    expect(shortestSpan([series({ step: 900 })])).toBe(3600);
    expect(shortestSpan([series({ step: 0 })])).toBe(4 * 86_400);
  });
});

describe('the unit that series are read in', () => {
  const tiny = series({ id: 'a', typical: 0.0003 });

  it('is one for all that share a picture, and each unit has its own', () => {
    const gas = series({ id: 'g', unit: 'therm', typical: 2 });
    expect(scalesOf([tiny, gas])(tiny).unit).toBe('Wh');
    expect(scalesOf([tiny, gas])(gas).unit).toBe('therm');
    expect(scalesOf([tiny, series({ id: 'b', typical: 1 })])(tiny).unit).toBe('kWh');
  });
});
