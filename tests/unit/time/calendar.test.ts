import './computer-in-tokyo.ts';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { clockOfZone, localPeriods, localTime, offsetSegments, periodStart } from '../../../shared/time/index.ts';

const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Europe/London',
];
const epochs = fc.integer({ min: 1_100_000_000, max: 2_000_000_000 });
const zoned = (zone: string, epoch: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);

describe('local days', () => {
  it.each(ZONES)('of %s begin and end as Temporal says', (zone) => {
    const clock = clockOfZone(zone);
    fc.assert(
      fc.property(epochs, (epoch) => {
        const [day] = localPeriods(clock, epoch, epoch + 1, 'day');
        const today = zoned(zone, epoch).startOfDay();
        expect(day?.start).toBe(today.epochMilliseconds / 1000);
        expect(day?.end).toBe(today.add({ days: 1 }).startOfDay().epochMilliseconds / 1000);
        expect(day?.label).toBe(today.toPlainDate().toString());
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['America/New_York', '2024-03-10', 23],
    ['America/New_York', '2024-11-03', 25],
    ['America/New_York', '2024-07-01', 24],
    ['Australia/Lord_Howe', '2024-10-06', 23.5],
    ['Australia/Lord_Howe', '2024-04-07', 24.5],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['America/Havana', '2024-11-03', 25],
  ])('%s, %s has %d hours', (zone, date, hours) => {
    const noon =
      Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).epochMilliseconds / 1000;
    const clock = clockOfZone(zone);
    const [day] = localPeriods(clock, noon, noon + 1, 'day');
    if (!day) throw new Error('no day');
    expect((day.end - day.start) / 3600).toBe(hours);
    const periods = localPeriods(clock, day.start, day.end, 'hour');
    expect(periods[0]?.start).toBe(day.start);
    expect(periods.at(-1)?.end).toBe(day.end);
    expect(periods).toHaveLength(Math.ceil(hours));
  });

  it('the repeated hour comes twice', () => {
    const clock = clockOfZone('America/New_York');
    const from = Date.UTC(2024, 10, 3, 4) / 1000;
    const labels = localPeriods(clock, from, from + 4 * 3600, 'hour').map((hour) => [
      hour.label.slice(11),
      hour.repeated,
    ]);
    expect(labels).toEqual([
      ['00:00', false],
      ['01:00', false],
      ['01:00', true],
      ['02:00', false],
    ]);
  });
});

describe('local periods', () => {
  it.each(['hour', 'day', 'week', 'month', 'year'] as const)('%ss follow each other without a hole', (period) => {
    for (const zone of ZONES) {
      const clock = clockOfZone(zone);
      fc.assert(
        fc.property(epochs, fc.integer({ min: 1, max: period === 'hour' ? 200_000 : 40_000_000 }), (from, length) => {
          const periods = localPeriods(clock, from, from + length, period);
          expect(periods[0]?.start).toBeLessThanOrEqual(from);
          expect(periods.at(-1)?.end).toBeGreaterThanOrEqual(from + length);
          for (const [i, { start, end }] of periods.entries()) {
            expect(end).toBeGreaterThan(start);
            if (i > 0) expect(start).toBe(periods[i - 1]?.end);
          }
        }),
        { numRuns: 15 },
      );
    }
  });

  it('weeks begin on Mondays, months on the first', () => {
    for (const zone of ZONES) {
      const clock = clockOfZone(zone);
      fc.assert(
        fc.property(epochs, (epoch) => {
          const today = zoned(zone, epoch).toPlainDate();
          const week = periodStart(clock, epoch, 'week');
          expect(zoned(zone, week).toPlainDate().toString()).toBe(
            today.subtract({ days: today.dayOfWeek - 1 }).toString(),
          );
          const month = periodStart(clock, epoch, 'month');
          expect(zoned(zone, month).toPlainDate().toString()).toBe(today.with({ day: 1 }).toString());
        }),
        { numRuns: 40 },
      );
    }
  });

  it('hours begin and end where Temporal shows a full hour or a leap', () => {
    for (const zone of ZONES) {
      const clock = clockOfZone(zone);
      fc.assert(
        fc.property(epochs, (epoch) => {
          const [hour] = localPeriods(clock, epoch, epoch + 1, 'hour');
          if (!hour) throw new Error('no hour');
          expect(hour.start).toBeLessThanOrEqual(epoch);
          expect(hour.end).toBeGreaterThan(epoch);
          expect(hour.end - hour.start).toBeLessThanOrEqual(3600);
          for (const edge of [hour.start, hour.end]) {
            const after = zoned(zone, edge);
            const leaps = after.offsetNanoseconds !== zoned(zone, edge - 1).offsetNanoseconds;
            expect(leaps || (after.minute === 0 && after.second === 0)).toBe(true);
          }
          expect(zoned(zone, hour.end - 1).hour).toBe(zoned(zone, hour.start).hour);
        }),
        { numRuns: 40 },
      );
    }
  });

  it('offset segments give the clock back', () => {
    for (const zone of ZONES) {
      const clock = clockOfZone(zone);
      const from = 1_600_000_000;
      const to = from + 3 * 365 * 86_400;
      const segments = offsetSegments(clock, from, to);
      fc.assert(
        fc.property(fc.integer({ min: from, max: to }), (epoch) => {
          const segment = segments.findLast((candidate) => candidate.from <= epoch);
          expect(epoch + (segment?.offset ?? 0)).toBe(localTime(clock, epoch));
        }),
        { numRuns: 50 },
      );
    }
  });
});
