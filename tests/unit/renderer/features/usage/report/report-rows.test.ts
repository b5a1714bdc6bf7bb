import { afterEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../../../../renderer/charts/local-clock.ts';
import { type PeriodRow, periodsWithin } from '../../../../../../renderer/features/usage/period-rows.ts';
import {
  coverageNote,
  periodTable,
  type ReportedSeries,
  reportCsv,
  reportPeriod,
  sourceLines,
} from '../../../../../../renderer/features/usage/report/report-rows.ts';
import { formatOwnTime } from '../../../../../../renderer/ui/format.ts';
import { applyFormats } from '../../../../../../renderer/ui/region.ts';
import type { BlockRow, UsageStatistics } from '../../../../../../shared/contract/usage.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';
import { series } from '../series.ts';

const clock = clockOfZone('America/Los_Angeles');
const day = 86_400;
const from = Date.parse('2025-01-06T08:00:00Z') / 1000;
const span = { from, to: from + 2 * day };

function period(over: Partial<PeriodRow> = {}): PeriodRow {
  return {
    start: from,
    end: from + day,
    label: '2025-01-06',
    repeated: false,
    total: 12.5,
    mean: 0.13,
    peak: 0.9,
    peakAt: from + 3600,
    least: 0.01,
    cost: 2.5,
    count: 96,
    weight: 96,
    sent: 96,
    estimated: 0.25,
    coverage: 1,
    ...over,
  };
}

const numbers: UsageStatistics = {
  count: 96,
  implied: 0,
  cut: 0,
  total: 12.5,
  mean: 0.13,
  peak: { value: 0.9, at: from + 3600, seconds: 900 },
  base: 0.02,
  loadFactor: 0.5,
  estimated: 0.25,
  coverage: 0.5,
  cost: 2.5,
};

const reported = (over: Partial<ReportedSeries> = {}): ReportedSeries => ({
  row: series({ label: 'Electricity', currency: 'USD', first: from, end: from + day }),
  unit: 'kWh',
  numbers,
  periods: [
    period(),
    period({
      start: from + day,
      end: from + 2 * day,
      label: '2025-01-07',
      total: undefined,
      peak: undefined,
      peakAt: undefined,
      cost: undefined,
      count: 0,
      estimated: 0,
      coverage: 0,
    }),
  ],
  ...over,
});

afterEach(() => applyFormats({ region: 'own', hours: 'region', weekStart: 'region' }));

describe('a report of readings', () => {
  it('is split so that a table stays readable', () => {
    const lasting = (days: number) => reportPeriod({ from, to: from + days * day });
    expect([1, 3, 4, 62, 63, 3660, 4000].map(lasting)).toEqual([
      'hour',
      'hour',
      'day',
      'day',
      'month',
      'month',
      'year',
    ]);
  });

  it('says for each page how much of the period is covered and estimated, and what the totals lack', () => {
    expect(coverageNote(clock, span, reported())).toBe(
      'Electricity: 50 % of the period is covered, data from Mon 6 Jan 2025 to Mon 6 Jan 2025, 25 % of 96 readings estimated, totals lack the rest.',
    );
    const whole = { ...numbers, coverage: 1, estimated: 0, implied: 3 };
    const row = series({ label: 'Electricity', first: from - day, end: from + 9 * day });
    expect(coverageNote(clock, span, reported({ row, numbers: whole }))).toBe(
      'Electricity: 100 % of the period is covered, 0 % of 96 readings estimated, 3 zeros implied.',
    );
  });

  it('says of a register that its totals have what it counted in holes', () => {
    const row = series({ label: 'Gas', behaviour: 'register', first: from - day, end: from + 9 * day });
    expect(coverageNote(clock, span, reported({ row }))).toBe(
      'Gas: 50 % of the period is covered, 25 % of 96 readings estimated, totals have what the register counted in holes, unless it began anew there.',
    );
  });

  it('shows no data as that, never as 0, and the whole period last', () => {
    const { heads, rows } = periodTable(clock, reported());
    expect(heads).toEqual(['Period', 'Total, kWh', 'Cost, USD', 'Peak, kWh', 'Peak at', 'Estimated', 'Coverage']);
    expect(rows[1]).toEqual(['2025-01-07', 'no data', '–', 'no data', '', '0 %', '0 %']);
    expect(rows.at(-1)).toEqual(['Whole period', '12.5', '$2.50', '0.9', 'Mon 6 Jan 2025, 01:00', '25 %', '50 %']);
  });

  it('names a part of a month by its days, in the table and in the file', () => {
    const year = { from: instantOf(clock, 2025, 2, 11), to: instantOf(clock, 2026, 2, 11) };
    const { periods } = periodsWithin(clock, year, reportPeriod(year));
    const cut = reported({ periods: periods.map((one) => period(one)) });
    const names = ['Tue 11 Feb 2025 – Fri 28 Feb 2025', '2025-03', '2026-01', 'Sun 1 Feb 2026 – Tue 10 Feb 2026'];
    const ends = (all: readonly unknown[]) => [...all.slice(0, 2), ...all.slice(-2)];
    expect(
      ends(
        periodTable(clock, cut)
          .rows.slice(0, -1)
          .map(([name]) => name),
      ),
    ).toEqual(names);
    expect(
      ends(
        reportCsv(clock, year, [cut])
          .slice(1, -1)
          .map(([, , name]) => name),
      ),
    ).toEqual(names);
  });

  it('has means and extremes of samples, no totals and no costs', () => {
    const row = series({ label: 'Temperature', behaviour: 'sample' });
    expect(periodTable(clock, reported({ row, unit: '°C' })).heads).toEqual([
      ...['Period', 'Mean, °C', 'Minimum, °C', 'Maximum, °C', 'Maximum at', 'Estimated', 'Coverage'],
    ]);
  });

  it.each(['own', 'en-US'])('has the same numbers as CSV, with nothing where nothing is known (%s)', (region) => {
    applyFormats({ region, hours: 'region', weekStart: 'region' });
    const [heads = [], first, missing = [], whole = []] = reportCsv(clock, span, [reported()]);
    expect(first?.slice(0, 6)).toEqual([
      ...['Electricity', 'kWh', '2025-01-06', '2025-01-06 00:00 UTC−8', '2025-01-07 00:00 UTC−8', 12.5],
    ]);
    const of = (line: readonly unknown[], name: string) => line[heads.indexOf(name)];
    expect([of(missing, 'total'), of(missing, 'cost'), of(missing, 'currency'), of(missing, 'coverage')]).toEqual([
      ...[undefined, undefined, undefined, 0],
    ]);
    expect(of(whole, 'period')).toBe('whole period');
    expect([of(whole, 'start'), of(whole, 'end'), of(whole, 'maximum at')]).toEqual([
      ...['2025-01-06 00:00 UTC−8', '2025-01-08 00:00 UTC−8', '2025-01-06 01:00 UTC−8'],
    ]);
    expect(of(first ?? [], 'maximum at')).toBe('2025-01-06 01:00 UTC−8');
    expect([of(whole, 'base load'), of(whole, 'load factor'), of(whole, 'cost'), of(whole, 'currency')]).toEqual([
      ...[0.02, 0.5, 2.5, 'USD'],
    ]);
    for (const line of [first, missing, whole]) expect(line).toHaveLength(heads.length);
  });

  it('names each source once, and says where not all blocks were looked at', () => {
    const block = (source: string): BlockRow => ({ id: 'b', entry: 'e', readings: 1, source, fetchedAt: 0 });
    expect(sourceLines([{ rows: [], matching: 0 }])).toEqual(['No interval block in this period.']);
    const rows = ['a', 'b', 'a', 'c', 'd', 'e'].map(block);
    const newestFetch = Date.UTC(2025, 0, 6);
    const lines = sourceLines([
      { rows, matching: 900, newestFetch },
      { rows: [], matching: 0 },
    ]);
    expect(lines.slice(0, 4)).toEqual(['a', 'b', 'c', 'and 2 other sources']);
    // Of all of them: those that are here were fetched long before.
    expect(lines[4]).toBe(
      `900 interval blocks (sources of the first 6 blocks), the newest fetched ${formatOwnTime(newestFetch)}`,
    );
  });
});
