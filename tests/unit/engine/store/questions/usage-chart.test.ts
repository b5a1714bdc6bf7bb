import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupBy } from '../../../../../shared/group.ts';
import { clockOfZone, localTime } from '../../../../../shared/time/index.ts';
import { DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

/** Of the meter's own time, with daylight saving. */
const CLOCK = clockOfZone('America/Los_Angeles');
const DAYS = 800;
const END = START + DAYS * DAY;
/** Values that are not alike within some days; now and then a quarter hour is missing, and once two days. */
const usual = (index: number) =>
  index % 997 === 5 || Math.floor(index / 192) === 77 ? undefined : (index * 7919) % 10_007;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

interface Span {
  from: number;
  to: number;
}

/** The readings that touch a span, from what was sent. */
function sentIn({ from, to }: Span, value: (index: number) => number | undefined) {
  return Array.from({ length: DAYS * 96 }, (_, index) => ({ start: START + index * STEP, sent: value(index) })).flatMap(
    ({ start, sent }) =>
      sent === undefined || start >= to || start + STEP <= from ? [] : [{ start, value: sent / 1000 }],
  );
}

async function chartOf(span: Span, width: number) {
  const { id } = await store.series('1001~2001');
  const [chart] = await store.call('usage.chart', { series: [id], width, ...span });
  if (chart === undefined) throw new Error('no chart');
  return chart;
}

/** What is drawn by days: of each so many whole days the lowest and the highest reading, of the others each. */
function byDays(span: Span, days: number, value: (index: number) => number | undefined) {
  const [begin, stop] = [Math.max(span.from, START), Math.min(span.to, END)];
  const first = Math.ceil(localTime(CLOCK, begin) / DAY);
  const last = Math.floor(localTime(CLOCK, stop) / DAY);
  const groups = groupBy(sentIn(span, value), ({ start }) => {
    const day = Math.floor(localTime(CLOCK, start) / DAY);
    return day < first || day >= last ? start : Math.floor((day - first) / days);
  });
  const points = [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => a.value - b.value);
    return sorted.length === 1 ? sorted : [sorted[0], sorted.at(-1)];
  });
  return points.flatMap((point) => point ?? []).sort((a, b) => a.start - b.start);
}

async function isDrawnByDays(span: Span, width: number, days: number, value = usual): Promise<void> {
  const chart = await chartOf(span, width);
  const points = chart.t.map((start, index) => ({ start, value: chart.v[index] }));
  expect(points).toEqual(byDays(span, days, value));
  expect(chart.count).toBe(sentIn(span, value).length);
  expect(chart.resolution).toBe('m4');
  expect(points.length).toBeLessThanOrEqual(2000);
}

describe('a chart of years', () => {
  it.each([
    ['a year', { from: START + 100 * DAY, to: START + 465 * DAY }, 1000, 1],
    ['a year in a narrow picture', { from: START + 100 * DAY, to: START + 465 * DAY }, 150, 2],
    ['a year and a half as the page asks for it', { from: START + 10 * DAY, to: START + 610 * DAY }, 500, 1],
    ['all, and more than there is', { from: START - 50 * DAY, to: END + 60 * DAY }, 1600, 1],
    ['all in a narrow picture', { from: START, to: END }, 150, 3],
    [
      'a span that begins and ends within readings',
      { from: START + 9 * DAY + 1234, to: START + 700 * DAY + 77 },
      1000,
      1,
    ],
  ])('has the lowest and the highest reading of its days: %s', async (_, span, width, days) => {
    await store.batch({ days: DAYS, value: usual });
    await isDrawnByDays(span, width, days);
  });

  it('follows corrections, and nights that bring a part of a day', async () => {
    const whole = { from: START, to: END };
    await store.batch({ days: DAYS - 2, value: usual });
    for (const day of [DAYS - 2, DAYS - 1]) {
      await store.batch({ start: START + day * DAY, days: 1, value: (index) => usual(day * 96 + index) });
    }
    await isDrawnByDays(whole, 1000, 1);
    // A peak goes, and another one comes.
    const corrected = (index: number) => (index === 9600 ? 20_000 : usual(index) === 10_006 ? 1 : usual(index));
    await store.batch({ days: DAYS, value: corrected, updated: '2024-03-01T00:00:00Z' });
    await isDrawnByDays(whole, 1000, 1, corrected);
  });

  it('has each rate, where readings have rates: one that is never the lowest nor the highest of a day, too', async () => {
    const tou = (index: number) => (index % 96 < 10 ? 1 : index % 96 < 20 ? 2 : 3);
    await store.batch({
      days: DAYS,
      value: (index) => [5, 50, 10][tou(index) - 1] ?? 0,
      extra: (index) => `<tou>${tou(index)}</tou>`,
    });
    // From a midnight of its own to another one.
    const midnight = START + 8 * 3600;
    const chart = await chartOf({ from: midnight, to: midnight + 728 * DAY }, 1000);
    expect(chart.resolution).toBe('m4');
    expect(new Set(chart.rates?.tou)).toEqual(new Set([1, 2, 3]));
  });

  it('is drawn by pixel columns where a day would be far wider than these', async () => {
    await store.batch({ days: DAYS, value: usual });
    const chart = await chartOf({ from: START, to: START + 200 * DAY }, 1000);
    expect(chart.t.length).toBeGreaterThan(1200);
    expect(chart.count).toBe(sentIn({ from: START, to: START + 200 * DAY }, usual).length);
  });
});
