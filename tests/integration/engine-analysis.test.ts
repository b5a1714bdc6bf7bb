import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heatCells } from '../../renderer/charts/heat-cells.ts';
import { localParts } from '../../renderer/charts/local-clock.ts';
import { clockOfZone, localPeriods, offsetSegments } from '../../shared/time/index.ts';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { periodFeed } from '../fixtures/period-feed.ts';
import { type EngineUnderTest, ingestFeed, startEngine } from './engine-harness.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const clock = clockOfZone('America/Los_Angeles');
/** 2024-03-08 00:00 in Los Angeles; two days later the clocks go forward. */
const START = Date.UTC(2024, 2, 8, 8) / 1000;

let engine: EngineUnderTest;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(async () => {
  await engine.dispose();
});

/** A meter with 15-minute readings of 250 Wh from START on; some left out. */
async function meter(days: number, missing: (index: number) => boolean = () => false, value = (_: number) => 250) {
  const feed = batchFeed({ start: START, days, value: (index) => (missing(index) ? undefined : value(index)) });
  await ingestFeed(engine.client, 'w', feed);
  const [series] = await engine.client.call('series.list', { workspace: 'w', usagePoint: '1001~2001' });
  return { workspace: 'w', series: series?.id ?? '' };
}

function dayBounds(days: number): number[] {
  const periods = localPeriods(clock, START, START + days * DAY - 2 * HOUR, 'day');
  return [...periods.map(({ start }) => start), periods.at(-1)?.end ?? 0];
}

describe('totals by local period', () => {
  it('gives the spring day 23 hours', async () => {
    const input = await meter(5);
    const totals = await engine.client.call('usage.totals', { ...input, bounds: dayBounds(5) });
    expect(totals.count.slice(0, 4)).toEqual([96, 96, 92, 96]);
    expect(totals.total[2]).toBeCloseTo(23);
    expect(totals.covered.slice(0, 4)).toEqual([DAY, DAY, 23 * HOUR, DAY]);
    expect(totals).toMatchObject({ unit: 'kWh' });
  });

  it('a hole is a hole: no total of nothing, and the covered time says how much is missing', async () => {
    const input = await meter(5, (index) => index >= 96 && index < 192 + 24);
    const totals = await engine.client.call('usage.totals', { ...input, bounds: dayBounds(5) });
    expect(totals.count.slice(0, 3)).toEqual([96, 0, 92 - 24]);
    expect(totals.total[1]).toBeNull();
    expect(totals.covered.slice(0, 3)).toEqual([DAY, 0, 23 * HOUR - 6 * HOUR]);
  });

  it('finds the peak of each period with its time', async () => {
    const input = await meter(
      3,
      () => false,
      (index) => (index === 130 ? 9000 : 250),
    );
    const totals = await engine.client.call('usage.totals', { ...input, bounds: dayBounds(3) });
    expect(totals.peak[1]).toBe(9);
    expect(totals.peakAt[1]).toBe(START + 130 * 900);
  });

  it('periods without any data are answered empty', async () => {
    const input = await meter(2);
    const bounds = [START - 10 * DAY, START - 5 * DAY, START];
    expect(await engine.client.call('usage.totals', { ...input, bounds })).toMatchObject({
      total: [null, null],
      count: [0, 0],
      covered: [0, 0],
    });
  });
});

describe('other pictures of the same readings', () => {
  it('a grid keeps holes out and sums to the same total', async () => {
    const input = await meter(3, (index) => index === 50);
    const span = { from: START, to: START + 3 * DAY };
    const asked = { ...input, ...span, offsets: offsetSegments(clock, span.from, span.to) };
    const grid = await engine.client.call('usage.grid', { ...asked, step: 900 });
    expect(grid.t).toHaveLength(3 * 96 - 1);
    expect(grid.t).not.toContain(START + 50 * 900);
    expect(grid.cut).toBe(false);
    const hours = await engine.client.call('usage.grid', { ...asked, step: 3600 });
    expect(hours.v[0]).toBeCloseTo(1);
    expect(hours.v[12]).toBeCloseTo(0.75);
  });

  it.each([
    ['Asia/Kolkata', 3600],
    ['America/St_Johns', 3600],
    ['America/Los_Angeles', 6 * 3600],
  ])('a heat map of %s in steps of %i seconds has each reading in the cell of its local time', async (zone, step) => {
    const own = clockOfZone(zone);
    // The clocks go forward within it, but in India.
    const days = localPeriods(own, START, START + 3 * DAY, 'day');
    const [from, to] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0];
    const starts = days.flatMap(({ start, end }) =>
      Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + index * step),
    );
    const feed = periodFeed({
      readings: starts.map((start, index) => ({ start, duration: step, value: 1 + index })),
      point: 'Subscription/1001/UsagePoint/2001',
      each: 'together',
    });
    await ingestFeed(engine.client, 'w', feed);
    const [series] = await engine.client.call('series.list', { workspace: 'w', usagePoint: '1001~2001' });
    const asked = { workspace: 'w', series: series?.id ?? '', from, to, offsets: offsetSegments(own, from, to) };
    const grid = await engine.client.call('usage.grid', { ...asked, step });
    const power = (grid.v[0] ?? 0) / 1;
    const cells = heatCells(grid, own, from, to);
    for (const [index, at] of starts.entries()) {
      const day = days.findLastIndex(({ start }) => start <= at);
      const { hour = 0 } = localParts(own, at);
      const cell = day * cells.slots + Math.floor((hour * 3600) / step);
      expect(cells.values[cell], new Date(at * 1000).toISOString()).toBeCloseTo((1 + index) * power);
    }
  });

  it('the typical day follows the local clock over a change of the offset', async () => {
    const offset = (at: number) => clock.offsetAt(at);
    const noon = (index: number) => {
      const at = START + index * 900;
      return (((at + offset(at)) % DAY) + DAY) % DAY === 12 * HOUR ? 5000 : 100;
    };
    const input = await meter(6, () => false, noon);
    const to = START + 6 * DAY;
    const answer = await engine.client.call('usage.typicalDay', {
      ...input,
      from: START,
      to,
      split: 'all',
      offsets: offsetSegments(clock, START, to),
    });
    expect(answer.rows.find(({ slot }) => slot === 12 * HOUR)).toMatchObject({ days: 6, mean: 5, median: 5 });
    expect(answer.rows.filter(({ mean }) => mean > 0.2)).toHaveLength(1);
    // The hour from 2 to 3 was skipped once.
    expect(answer.rows.find(({ slot }) => slot === 2 * HOUR)?.days).toBe(5);
  });

  it('splits typical days by workday and weekend', async () => {
    const input = await meter(7);
    const to = START + 7 * DAY - 2 * HOUR;
    const offsets = offsetSegments(clock, START, to);
    const answer = await engine.client.call('usage.typicalDay', {
      ...input,
      from: START,
      to,
      split: 'workday',
      offsets,
    });
    const noon = answer.rows.filter(({ slot }) => slot === 12 * HOUR);
    expect(noon.map(({ group, days }) => [group, days])).toEqual([
      [0, 5],
      [1, 2],
    ]);
  });

  it('readings without rates have no split', async () => {
    const input = await meter(1);
    const answer = await engine.client.call('usage.rates', { ...input, from: START, to: START + DAY });
    expect(answer).toMatchObject({ unit: 'kWh', rows: [] });
  });

  it('the load-duration curve runs from the highest to the lowest reading', async () => {
    const input = await meter(
      2,
      () => false,
      (index) => (index === 7 ? 8000 : 100 + (index % 10)),
    );
    const curve = await engine.client.call('usage.duration', {
      ...input,
      from: START,
      to: START + 2 * DAY,
      points: 101,
    });
    expect(curve.count).toBe(192);
    expect(curve.values).toHaveLength(101);
    expect(curve.values[0]).toBe(8);
    expect(curve.values.at(-1)).toBeCloseTo(0.1);
    expect(curve.values).toEqual([...curve.values].sort((a, b) => b - a));
  });
});
