import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, Database } from '../../../../../electron/engine/store/database.ts';
import type { ExportFrame } from '../../../../../electron/engine/store/export/frame.ts';
import { type Slice, slicesByPoint, slicesBySeries } from '../../../../../electron/engine/store/export/slices.ts';
import { number } from '../../../../../electron/engine/store/row.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

const DAY = 86_400;
const clock = clockOfZone('America/Los_Angeles');
const at = (text: string) => Date.parse(text) / 1000;

let database: Database;
let connection: Connection;
beforeAll(async () => {
  database = await Database.open(':memory:', '/nowhere');
  connection = await database.connect();
  await connection.run('CREATE TABLE readings (series INTEGER, start BIGINT)');
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

interface Spec {
  point: string;
  /** Start of the first reading, seconds between two, and how many. */
  first: number;
  step: number;
  readings: number;
  clock?: number;
}

/** A store with these series, numbered from 1. */
async function frameOf(specs: readonly Spec[]): Promise<ExportFrame> {
  await connection.run('DELETE FROM readings');
  const series = [];
  for (const [index, { point, first, step, readings, clock: of = 0 }] of specs.entries()) {
    const last = first + (readings - 1) * step;
    await connection.run(
      `INSERT INTO readings SELECT ${index + 1}, ${first} + i * ${step} FROM range(${readings}) AS r(i)`,
    );
    series.push({ series: index + 1, point, clock: of, readings, first, last });
  }
  const clocks = [0, 1].map((one) => ({
    clock: one === 0 ? clock : clockOfZone('Australia/Adelaide'),
    zone: undefined,
    since: undefined,
    until: undefined,
  }));
  const readings = series.reduce((sum, one) => sum + one.readings, 0);
  return { clocks, isWhole: true, parts: series, series, readings, meters: specs.length };
}
async function all(slices: AsyncGenerator<Slice>): Promise<Slice[]> {
  const found: Slice[] = [];
  for await (const slice of slices) found.push(slice);
  return found;
}
/** How many readings a slice really holds. */
async function held({ series, from, to }: Slice): Promise<number> {
  const row = await connection.row(
    `SELECT count(*) AS n FROM readings WHERE series IN (${series.join(', ')}) AND start >= ${from} AND start < ${to}`,
  );
  return number(row?.n);
}

describe('slices', () => {
  it('hold every reading once, and as many as they say', async () => {
    const spec = fc.record({
      point: fc.constantFrom('a', 'b'),
      first: fc.integer({ min: at('2019-12-30T00:00Z'), max: at('2021-01-03T00:00Z') }),
      step: fc.constantFrom(900, 3_600, DAY),
      readings: fc.integer({ min: 1, max: 30_000 }),
      clock: fc.constantFrom(0, 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(spec, { minLength: 1, maxLength: 4 }), async (specs) => {
        const sorted = specs.toSorted((a, b) => (a.point < b.point ? -1 : 1)).map((one) => ({ ...one, clock: 0 }));
        for (const [cut, of] of [
          [slicesBySeries, specs],
          [slicesByPoint, sorted],
        ] as const) {
          const frame = await frameOf(of);
          const slices = await all(cut(connection, frame));
          expect(slices.reduce((sum, { readings }) => sum + readings, 0)).toBe(frame.readings);
          for (const slice of slices) expect(await held(slice)).toBe(slice.readings);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('share small series of one clock, and no others', async () => {
    const small = { point: 'a', first: 0, step: 900, readings: 5 };
    const frame = await frameOf([small, small, { ...small, clock: 1 }, { ...small, readings: 19_999, clock: 1 }]);
    expect((await all(slicesBySeries(connection, frame))).map(({ series }) => series)).toEqual([[1, 2], [3], [4]]);
  });

  it('of a long series are cut at midnight of its own clock', async () => {
    const frame = await frameOf([{ point: 'a', first: at('2025-03-01T08:00Z'), step: 900, readings: 45_000 }]);
    const slices = await all(slicesBySeries(connection, frame));
    expect(slices.length).toBeGreaterThan(2);
    for (const { from, readings } of slices) {
      expect(readings).toBeLessThanOrEqual(20_000);
      expect((from + clock.offsetAt(from)) % DAY).toBe(0);
    }
  });

  it('keep a day whole, even one with too many readings', async () => {
    const frame = await frameOf([{ point: 'a', first: at('2025-03-01T08:00Z'), step: 1, readings: 60_000 }]);
    expect((await all(slicesBySeries(connection, frame))).map(({ readings }) => readings)).toEqual([60_000]);
  });

  it('by point have one point and one local year', async () => {
    // An hour before and an hour after the new year of Los Angeles.
    const newYear = { first: at('2026-01-01T07:00Z'), step: 3_600, readings: 2 };
    const frame = await frameOf([
      { point: 'a', ...newYear },
      { point: 'a', ...newYear },
      { point: 'b', ...newYear },
    ]);
    const slices = await all(slicesByPoint(connection, frame));
    expect(slices.map(({ point, year, series, readings }) => [point, year, series, readings])).toEqual([
      ['a', 2025, [1, 2], 2],
      ['a', 2026, [1, 2], 2],
      ['b', 2025, [3], 1],
      ['b', 2026, [3], 1],
    ]);
  });

  it('bear a reading of a wrong century', async () => {
    const frame = await frameOf([{ point: 'a', first: 0, step: 200 * 366 * DAY, readings: 3 }]);
    const slices = await all(slicesBySeries(connection, frame));
    expect(slices.map(({ from, readings }) => [from, readings])).toEqual(
      [0, 1, 2].map((index) => [index * 200 * 366 * DAY, 1]),
    );
  });
});
