import { afterEach, describe, expect, it } from 'vitest';
import {
  formatLocalDate,
  formatLocalDay,
  formatLocalStamp,
  formatSpan,
  formatTimeOfDay,
  isoLocalStamp,
} from '../../../renderer/charts/local-clock.ts';
import { timeTicks } from '../../../renderer/charts/ticks.ts';
import { presetOf, presetSpan } from '../../../renderer/charts/viewport.ts';
import { periodsOf } from '../../../renderer/features/usage/period-rows.ts';
import { pairPeriods } from '../../../renderer/features/usage/tabs/comparison.ts';
import {
  formatBytes,
  formatCount,
  formatMeasured,
  formatMoney,
  formatOwnTime,
  formatQuantity,
  formatShare,
  formatUtcDay,
  formatUtcMinute,
} from '../../../renderer/ui/format.ts';
import {
  applyFormats,
  chosenFormats,
  firstDayOfWeek,
  type Hours,
  type WeekStart,
} from '../../../renderer/ui/region.ts';
import { clockOfZone } from '../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');
const at = Date.parse('2026-03-23T21:05:00Z') / 1000;

/** All that the window writes of one reading at one time. */
function written() {
  return {
    numbers: [
      formatCount(1234567),
      formatQuantity(1234.5),
      formatMeasured(12.5, 'm3'),
      formatShare(0.125),
      formatBytes(1.25e6),
    ],
    money: formatMoney(1234.5, 'USD'),
    day: [formatLocalDate(clock, at), formatLocalDay(clock, at)],
    stamp: formatLocalStamp(clock, at),
    span: formatSpan(clock, at, at + 900),
    hours: [formatTimeOfDay(0), formatTimeOfDay(12 * 3600 + 300), formatTimeOfDay(24 * 3600)],
    ticks: timeTicks(clock, at - 4 * 3600, at, 5).map(({ label }) => label),
  };
}

/** Takes formats without remembering them. */
function as(region: string, hours: Hours = 'region', weekStart: WeekStart = 'region', system?: string) {
  applyFormats({ region, hours, weekStart }, system);
}

afterEach(() => as('own'));

describe('what the window writes', () => {
  it('is this program’s own way where nothing is chosen', () => {
    expect(chosenFormats()).toEqual({ region: 'system', hours: 'region', weekStart: 'region' });
    expect(written()).toEqual({
      numbers: ['1,234,567', '1,234.5', '12.5 m³', '12.5 %', '1.3 MB'],
      money: '$1,234.50',
      day: ['Mon 23 Mar 2026', '23 Mar 2026'],
      stamp: '2026-03-23 14:05 UTC−7',
      span: 'Mon 23 Mar 2026, 14:05–14:20',
      hours: ['00:00', '12:05', '24:00'],
      ticks: ['11:00', '12:00', '13:00', '14:00'],
    });
  });

  it('is that of Germany', () => {
    as('de-DE');
    expect(written()).toEqual({
      numbers: ['1.234.567', '1.234,5', '12,5 m³', '12,5 %', '1,3 MB'],
      money: '1.234,50\u00a0$',
      day: ['Mon 23 Mar 2026', '23 Mar 2026'],
      stamp: '23.03.2026 14:05 UTC−7',
      span: 'Mon 23 Mar 2026, 14:05–14:20',
      hours: ['00:00', '12:05', '24:00'],
      ticks: ['11:00', '12:00', '13:00', '14:00'],
    });
  });

  it('is that of French Canada', () => {
    as('fr-CA');
    expect(written()).toEqual({
      numbers: ['1\u00a0234\u00a0567', '1\u00a0234,5', '12,5 m³', '12,5 %', '1,3 MB'],
      money: '1\u00a0234,50\u00a0$\u00a0US',
      day: ['Mon 23 Mar 2026', '23 Mar 2026'],
      stamp: '2026-03-23 14:05 UTC−7',
      span: 'Mon 23 Mar 2026, 14:05–14:20',
      hours: ['00:00', '12:05', '24:00'],
      ticks: ['11:00', '12:00', '13:00', '14:00'],
    });
    expect(firstDayOfWeek()).toBe(7);
  });

  it('is that of the United States', () => {
    as('en-US');
    expect(written()).toEqual({
      numbers: ['1,234,567', '1,234.5', '12.5 m³', '12.5 %', '1.3 MB'],
      money: '$1,234.50',
      day: ['Mon Mar 23, 2026', 'Mar 23, 2026'],
      stamp: '03/23/2026 2:05 PM UTC−7',
      span: 'Mon Mar 23, 2026, 2:05 PM–2:20 PM',
      hours: ['12:00 AM', '12:05 PM', '12:00 AM'],
      ticks: ['11:00 AM', '12:00 PM', '1:00 PM', '2:00 PM'],
    });
  });

  it('is that of the system, and has the hours that are chosen', () => {
    as('system', '12', 'region', 'fr-FR');
    expect(formatQuantity(1234.5)).toBe('1\u202f234,5');
    expect(formatLocalStamp(clock, at)).toBe('23/03/2026 2:05 PM UTC−7');
    as('system', '24', 'region', 'en-US');
    expect(formatLocalStamp(clock, at)).toBe('03/23/2026 14:05 UTC−7');
    expect(formatOwnTime(new Date(2026, 2, 23, 14, 5, 9).getTime())).toBe('03/23/2026 14:05:09');
  });

  it.each(['en', 'de', 'en-US-u-va-posix', 'no locale', ''])('is the own way where the system says %j', (system) => {
    as('own');
    const own = written();
    as('system', 'region', 'region', system);
    expect(written()).toEqual(own);
  });

  it('has days of UTC in the same form', () => {
    expect([formatUtcDay(at * 1000), formatUtcMinute(at * 1000)]).toEqual(['2026-03-23', '2026-03-23 21:05 UTC']);
    as('en-US');
    expect([formatUtcDay(at * 1000), formatUtcMinute(at * 1000)]).toEqual(['03/23/2026', '03/23/2026 9:05 PM UTC']);
  });

  it('keeps one form for what is copied and saved', () => {
    as('en-US');
    expect(isoLocalStamp(clock, at)).toBe('2026-03-23 14:05 UTC−7');
  });
});

describe('weeks', () => {
  /** Noon of a Wednesday. */
  const wednesday = Date.parse('2026-03-25T19:00:00Z') / 1000;
  const day = 86_400;
  const all = { from: -Infinity, to: Infinity };
  const first = (epoch: number | undefined) => formatLocalDate(clock, epoch ?? 0).slice(0, 3);

  it.each([
    ['de-DE', 'Mon', '2026-03-23'],
    ['en-US', 'Sun', '2026-03-22'],
    ['en-GB', 'Mon', '2026-03-23'],
    ['ar-EG', 'Sat', '2026-03-21'],
  ])('begin as in %s: in presets, totals and on axes', (locale, name, label) => {
    as('system', 'region', 'region', locale);
    const week = presetSpan(clock, wednesday, 'week', all);
    expect(presetOf(clock, week, all)).toBe('week');
    const { periods, bounds } = periodsOf(clock, { from: wednesday - 30 * day, to: wednesday }, 'week');
    expect(periods.at(-1)).toMatchObject({ start: week.from, end: week.to, label });
    const ticks = timeTicks(clock, wednesday - 60 * day, wednesday, 10).map(({ at: mark }) => mark);
    expect(ticks).toContain(week.from);
    as('own');
    expect([week.from, ...bounds, ...ticks].map(first)).toEqual(
      Array.from({ length: 1 + bounds.length + ticks.length }, () => name),
    );
  });

  it('begin as chosen, whatever the region', () => {
    const begins = (region: string, weekStart: WeekStart) => {
      as(region, 'region', weekStart);
      const { from } = presetSpan(clock, wednesday, 'week', all);
      return isoLocalStamp(clock, from).slice(0, 10);
    };
    expect(begins('own', 'region')).toBe('2026-03-23');
    expect(begins('own', '7')).toBe('2026-03-22');
    expect(begins('de-DE', '6')).toBe('2026-03-21');
    expect(begins('en-US', '1')).toBe('2026-03-23');
  });

  it('meet the weeks of a year before that begin on the same weekday', () => {
    for (const weekStart of ['1', '7', '6'] as const) {
      as('own', 'region', weekStart);
      const now = { from: wednesday - 100 * day, to: wednesday };
      const before = { from: now.from - 364 * day, to: now.to - 364 * day };
      const pairs = pairPeriods(clock, now, before, 'week', 'year');
      expect(pairs.length).toBe(15);
      for (const pair of pairs.slice(1)) expect(first(pair.now?.start)).toBe(first(pair.before?.start));
    }
  });
});
