import { describe, expect, it } from 'vitest';
import { parseSumSearch } from '../../../../../renderer/features/portfolio/sum-address.ts';
import {
  shownAs,
  spanChart,
  spanOfSum,
  sumDuration,
  sumGrid,
  sumTypicalDay,
} from '../../../../../renderer/features/portfolio/sum-shape.ts';
import { isCut, spanOfSearch, sumSpans } from '../../../../../renderer/features/portfolio/sum-spans.ts';
import type { Summed } from '../../../../../shared/contract/sum.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

/** Monday 2023-10-30 00:00 in Los Angeles; the clocks go back on Sunday. */
const MONDAY = Date.UTC(2023, 9, 30, 7) / 1000;
const PACIFIC = clockOfZone('America/Los_Angeles');

function summed(v: (number | null)[], step = 900, from = MONDAY): Summed {
  const extent = { from, to: from + v.length * step };
  return {
    measure: '0:72:1',
    label: 'Electricity delivered',
    unit: 'kWh',
    step,
    extent,
    from,
    v,
    n: v.map((one) => (one === null ? 0 : 3)),
    e: v.map((one) => (one === 4 ? 1 : 0)),
    parts: [],
    left: 0,
  };
}

describe('the chart of a span', () => {
  it('has every interval where they fit, and holes where no meter has a reading', () => {
    const sum = summed([1, null, null, 4, 5]);
    const chart = spanChart(sum, sum.v, 'kWh', sum.extent);
    expect(chart).toMatchObject({ resolution: 'readings', v: [1, 4, 5], t: [0, 2700, 3600].map((at) => MONDAY + at) });
    const marked = spanChart(sum, sum.v, 'kWh', sum.extent, sum.e);
    expect(marked.q.map((one) => marked.qualities[one])).toEqual(['valid', 'estimated', 'valid']);
    expect(chart.gaps).toEqual([[MONDAY + 900, MONDAY + 2700]]);
  });

  it('keeps every peak where they do not', () => {
    const values = Array.from({ length: 35_000 }, (_, place) => (place * 7919) % 1000);
    values[12_345] = 5000;
    values[23_456] = -5000;
    const sum = summed(values);
    const chart = spanChart(sum, sum.v, 'kWh', sum.extent);
    expect(chart.resolution).toBe('m4');
    expect(chart.v.length).toBeLessThanOrEqual(2004);
    const drawn = chart.v.map(Number);
    expect([Math.max(...drawn), Math.min(...drawn)]).toEqual([5000, -5000]);
    expect(chart.t).toEqual(chart.t.toSorted((a, b) => a - b));
  });

  it('of days begins each where it begins, also after one of 25 hours', () => {
    const starts = [0, 24, 48, 72, 96, 120, 144, 169].map((hours) => MONDAY + hours * 3600);
    const sum = { ...summed([1, 2, null, 4, 5, 6, 7], 86_400), starts };
    const chart = spanChart(sum, sum.v, 'm3', spanOfSum(sum));
    expect(chart.t).toEqual(starts.slice(0, -1).filter((_, place) => place !== 2));
    expect(chart.d.at(-1)).toBe(25 * 3600);
    expect(chart.gaps).toEqual([[starts[2], starts[3]]]);
    expect(spanOfSum(sum).to).toBe(starts[7]);
    // A day's energy is an amount, no demand.
    expect(shownAs({ ...sum, unit: 'kWh' })).toEqual({ unit: 'kWh', factor: 1 });
  });

  it('shows energies as demand, and volumes as they are', () => {
    expect(shownAs({ unit: 'kWh', step: 900 })).toEqual({ unit: 'kW', factor: 4 });
    expect(shownAs({ unit: 'm3', step: 900 })).toEqual({ unit: 'm3', factor: 1 });
  });
});

it('load duration is the values by size', () => {
  const sum = summed([3, null, 1, 2, 5, 4]);
  expect(sumDuration(sum, 401)).toEqual({ unit: 'kWh', count: 5, values: [5, 4, 3, 2, 1] });
  expect(sumDuration(sum, 3).values).toEqual([5, 3, 1]);
});

it('the grid has at least quarter hours', () => {
  expect(sumGrid(summed([1, 2, null, 4], 300), PACIFIC)).toMatchObject({
    step: 900,
    t: [MONDAY, MONDAY + 900],
    v: [3, 4],
    e: [0, 1 / 3],
  });
});

it.each([600, 1200])('the grid and the average day of equal intervals of %i seconds are even', (step) => {
  const sum = summed(
    Array.from({ length: 12 }, () => 1),
    step,
  );
  const grid = sumGrid(sum, PACIFIC);
  expect(grid.step).toBe(1200);
  expect(new Set(grid.v)).toEqual(new Set([1200 / step]));
  expect(new Set(sumTypicalDay(sum, PACIFIC).rows.map(({ mean }) => mean))).toEqual(new Set([1200 / step]));
});

it('the grid and the average day have the hours of a clock that is 45 minutes off', () => {
  const nepal = clockOfZone('Asia/Kathmandu');
  const midnight = Date.UTC(2024, 0, 1) / 1000 - 20_700;
  const hours = summed([1, 2, 3], 3600, midnight);
  expect(sumGrid(hours, nepal).t).toEqual([0, 1, 2].map((hour) => midnight + hour * 3600));
  expect(sumTypicalDay(hours, nepal).rows.map(({ slot, mean }) => [slot, mean])).toEqual([
    [0, 1],
    [3600, 2],
    [7200, 3],
  ]);
});

it('the average day is by the local clock, also when it changes, with weekends apart', () => {
  // Two weeks of hours: as many kWh as the local hour says, ten times that on weekends.
  const hours = Array.from({ length: 14 * 24 + 1 }, (_, place) => {
    const at = MONDAY + place * 3600;
    // Daylight saving ends on 2023-11-05 at 09:00 UTC.
    const local = at - (at < Date.UTC(2023, 10, 5, 9) / 1000 ? 7 : 8) * 3600;
    const weekend = [0, 6].includes(new Date(local * 1000).getUTCDay());
    return ((local % 86_400) / 3600) * (weekend ? 10 : 1);
  });
  const { rows, step } = sumTypicalDay(summed(hours, 3600), PACIFIC);
  expect(step).toBe(3600);
  const noon = rows.filter(({ slot }) => slot === 12 * 3600);
  expect(noon).toEqual([
    { group: 0, slot: 43_200, days: 10, mean: 12, low: 12, median: 12, high: 12 },
    { group: 1, slot: 43_200, days: 4, mean: 120, low: 120, median: 120, high: 120 },
  ]);
  // One o'clock came twice on that Sunday.
  expect(rows.find(({ group, slot }) => group === 1 && slot === 3600)).toMatchObject({
    days: 4,
    mean: 12.5,
    median: 10,
  });
});

it('an address is read, and what makes no sense is left out', () => {
  expect(parseSumSearch({ group: 'g', meters: ['a', 7], measure: '0:72:1', overlay: true })).toEqual({
    group: 'g',
    meters: ['a', '7'],
    measure: '0:72:1',
    overlay: true,
  });
  expect(parseSumSearch({ group: '', meters: 'a', measure: 1, overlay: 'yes' })).toEqual({});
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(parseSumSearch({ lines, from: 5, to: 9 })).toEqual({ lines: lines.slice(0, 6), from: 5, to: 9 });
  expect(parseSumSearch({ lines: [], from: 9, to: 5 })).toEqual({});
  expect(parseSumSearch({ from: 9 })).toEqual({});
});

describe('what can be added up', () => {
  const begin = (year: number) => Date.UTC(year, 0, 1, 8) / 1000;

  it('are the last days, the years by the meters’ clock, and all readings where the engine can', () => {
    const extent = { from: begin(2023) - 3600, to: begin(2024) + 900 };
    const spans = sumSpans({ extent, step: 900 }, PACIFIC);
    expect(spans).toEqual([
      { label: 'Last 366 days', span: undefined },
      { label: '2024', span: { from: begin(2024), to: begin(2025) } },
      { label: '2023', span: { from: begin(2023), to: begin(2024) } },
      { label: '2022', span: { from: begin(2022), to: begin(2023) } },
      { label: 'All readings', span: extent },
    ]);
    for (const one of spans) expect(spanOfSearch(spans, { ...one.span })).toBe(one);
    expect(spanOfSearch(spans, { from: 1, to: 2 })).toBeUndefined();
  });

  it('of fine intervals are fewer days, and the months of a year that is too much', () => {
    const extent = { from: begin(2023) - 10 * 86_400, to: begin(2023) + 100 * 86_400 };
    const spans = sumSpans({ extent, step: 60 }, PACIFIC);
    expect(spans.map(({ label }) => label)).toEqual([
      'Last 83 days',
      'Apr 2023',
      'Mar 2023',
      'Feb 2023',
      'Jan 2023',
      '2022',
    ]);
    // March, in which the clocks go forward.
    expect(spans[2]?.span).toEqual({ from: Date.UTC(2023, 2, 1, 8) / 1000, to: Date.UTC(2023, 3, 1, 7) / 1000 });
    expect(sumSpans({ extent, step: 1 }, PACIFIC).map(({ label }) => label)).toEqual(['Last 1 day']);
  });

  it('is said to be cut where the engine adds up less than the address asks', () => {
    const sum = { ...summed(Array.from({ length: 120_000 }, () => 1)), extent: { from: MONDAY - 900, to: MONDAY } };
    expect(isCut(sum, { from: MONDAY - 900, to: MONDAY })).toBe(true);
    // What is not there is not left out.
    expect(isCut(sum, { from: MONDAY, to: MONDAY + 1 })).toBe(false);
    expect(isCut({ ...sum, extent: { ...sum.extent, from: MONDAY } }, { from: 5, to: MONDAY })).toBe(false);
    // The label says of how many days it is where nothing is asked.
    expect(isCut(sum, {})).toBe(false);
  });
});
