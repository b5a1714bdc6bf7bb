import { describe, expect, it } from 'vitest';
import { measureOf, seriesKey, suggestZeros } from '../../../shared/espi/series.ts';

describe('the identity of a series', () => {
  const type = { commodity: 1, uom: 72, flowDirection: 1, kind: 12, accumulationBehaviour: 4 };
  const key = (part: object, grid = '900'): string => seriesKey(measureOf({ ...type, ...part }, grid, 'interval'));

  it('does not see what is only absent', () => {
    expect(key({ phase: 0, tou: 0, dataQualifier: 12 })).toBe(key({}));
    expect(key({ powerOfTenMultiplier: -3 })).toBe(key({ powerOfTenMultiplier: 0 }));
  });

  it.each([[{ flowDirection: 19 }], [{ uom: 73 }], [{ commodity: 7 }], [{ kind: 8 }], [{ tou: 1 }], [{ phase: 128 }]])(
    'sees %j',
    (part) => {
      expect(key(part)).not.toBe(key({}));
    },
  );

  it('sees grid and kind', () => {
    expect(key({}, '3600')).not.toBe(key({}));
    expect(seriesKey(measureOf(type, '900', 'register'))).not.toBe(key({}));
  });
});

describe('zeros that were left out', () => {
  const gaps = { present: 67, expected: 96, zeros: 0, least: 60_000, flow: 19, days: 10, daysWithHoles: 10 };
  it.each([
    ['a solar feed-in without its nights', gaps, 'zeros'],
    ['zeros are sent', { ...gaps, zeros: 3 }, 'gaps'],
    ['negative values', { ...gaps, least: -5 }, 'gaps'],
    ['no holes', { ...gaps, present: 96 }, 'gaps'],
    ['one outage', { ...gaps, present: 90, daysWithHoles: 1 }, 'gaps'],
  ])('%s', (_name, seen, value) => {
    const decision = suggestZeros(seen);
    expect(decision.value).toBe(value);
    expect(decision.reason).toMatch(/\.$/);
  });

  it('are never more than a suggestion', () => {
    expect(suggestZeros(gaps).certain).toBe(false);
  });
});
