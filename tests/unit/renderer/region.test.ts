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
import {
  formatBytes,
  formatCount,
  formatMeasured,
  formatMoney,
  formatOwnTime,
  formatQuantity,
  formatShare,
} from '../../../renderer/ui/format.ts';
import { applyRegion, chosenRegion } from '../../../renderer/ui/region.ts';
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

afterEach(() => applyRegion('own', 'region'));

describe('what the window writes', () => {
  it('is this program’s own way where nothing is chosen', () => {
    expect(chosenRegion()).toEqual({ region: 'own', hours: 'region' });
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
    applyRegion('de-DE', 'region');
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

  it('is that of the United States', () => {
    applyRegion('en-US', 'region');
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
    applyRegion('system', '12', 'fr-FR');
    expect(formatQuantity(1234.5)).toBe('1\u202f234,5');
    expect(formatLocalStamp(clock, at)).toBe('23/03/2026 2:05 PM UTC−7');
    applyRegion('system', '24', 'en-US');
    expect(formatLocalStamp(clock, at)).toBe('03/23/2026 14:05 UTC−7');
    expect(formatOwnTime(new Date(2026, 2, 23, 14, 5, 9).getTime())).toBe('03/23/2026 14:05:09');
  });

  it('keeps one form for what is copied and saved', () => {
    applyRegion('en-US', 'region');
    expect(isoLocalStamp(clock, at)).toBe('2026-03-23 14:05 UTC−7');
  });
});
