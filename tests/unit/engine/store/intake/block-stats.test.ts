import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Columns } from '../../../../../electron/engine/reader/columns.ts';
import { BlockStatistics, Shape } from '../../../../../electron/engine/store/intake/block-stats.ts';

interface Reading {
  at: number;
  seconds: number;
  value: number;
  block?: number;
  silent?: boolean;
  /** Power of ten of its value. */
  scale?: number;
  implicit?: boolean;
}
const QUARTER = 900;
const quarter = (slot: number, value = 1): Reading => ({ at: slot * QUARTER, seconds: QUARTER, value });

function columnsOf(readings: readonly Reading[]): Columns {
  const columns = new Columns(readings.length);
  for (const [row, { at, seconds, value, block = 1, silent, scale = 0, implicit }] of readings.entries()) {
    columns.block[row] = block;
    columns.start[row] = BigInt(at);
    columns.duration[row] = seconds;
    columns.value[row] = BigInt(value);
    columns.hasValue[row] = silent ? 0 : 1;
    columns.valueScale[row] = scale;
    if (scale !== 0) columns.scaled = true;
    columns.implicitTime[row] = implicit ? 1 : 0;
  }
  columns.count = readings.length;
  return columns;
}
function statsOf(...batches: readonly Reading[][]) {
  const statistics = new BlockStatistics();
  for (const batch of batches) statistics.add(columnsOf(batch));
  return statistics.takeOut(1);
}

describe('the figures of a block', () => {
  it('are its span, and the holes in it', () => {
    expect(statsOf([quarter(0), quarter(1), quarter(4)])).toMatchObject({
      first: 0,
      last: 4 * QUARTER,
      lastEnd: 5 * QUARTER,
      plain: true,
      gaps: [2 * QUARTER, 4 * QUARTER],
    });
  });

  it('are the same however its readings were split', () => {
    const readings = [quarter(0), quarter(1), quarter(4), quarter(5)];
    expect(statsOf(readings.slice(0, 2), readings.slice(2))).toEqual(statsOf(readings));
  });

  it('reach beyond 32 bits, also below zero', () => {
    const far = 10_000_000_000;
    const stats = statsOf([
      { at: -far, seconds: 1, value: -far },
      { at: far, seconds: 1, value: far },
    ]);
    expect(stats).toMatchObject({ first: -far, last: far, shape: { least: -far, first: -far, last: far, rises: 1 } });
  });

  it.each<[string, Reading[]]>([
    ['is out of order', [quarter(1), quarter(0)]],
    ['comes twice', [quarter(0), quarter(0)]],
    ['overlaps', [{ ...quarter(0), seconds: 1000 }, quarter(1)]],
    ['lasts no time', [{ ...quarter(0), seconds: 0 }]],
    ['says no value', [{ ...quarter(0), silent: true }]],
    ['has no time of its own', [{ ...quarter(0), implicit: true }]],
  ])('are not used as they are where a reading %s', (_what, readings) => {
    expect(statsOf([...readings, quarter(9)])).toMatchObject({ plain: false, gaps: [] });
  });

  it('take values as what they come to, with their decimals', () => {
    const readings = [
      { ...quarter(0, 12_345), scale: -1 },
      quarter(1, 1235),
      { ...quarter(2, 3), scale: -1 },
      { ...quarter(3, 30), scale: -2 },
      { ...quarter(4, 2), scale: 3 },
    ];
    expect(statsOf(readings)).toMatchObject({ shape: { rises: 2, falls: 1, first: 1234.5, last: 2000, least: 0.3 } });
  });

  it('have the length of a reading without a value, and nothing else of it', () => {
    const silent = (slot: number): Reading => ({ ...quarter(slot, 0), silent: true });
    const stats = statsOf([silent(0), quarter(1, 5), silent(2), quarter(3, 6), { ...silent(4), seconds: 0 }]);
    expect(stats?.shape).toMatchObject({
      count: 2,
      rises: 1,
      falls: 0,
      first: 5,
      firstStart: QUARTER,
      last: 6,
      least: 5,
    });
    expect(stats?.shape).toMatchObject({ zeroDurations: 0, lastStart: 3 * QUARTER });
    expect(stats?.shape.durations).toEqual(
      new Map([
        [QUARTER, 4],
        [0, 1],
      ]),
    );
  });

  it('are each block’s own, and forgotten once they are taken', () => {
    const statistics = new BlockStatistics();
    statistics.add(columnsOf([quarter(0), { ...quarter(7), block: 2 }, quarter(1)]));
    expect(statistics.takeOut(2)).toMatchObject({ first: 7 * QUARTER, gaps: [] });
    expect(statistics.takeOut(1)).toMatchObject({ first: 0, lastEnd: 2 * QUARTER, gaps: [] });
    expect(statistics.takeOut(1)).toBeUndefined();
  });

  it('of too many holes are left to the store', () => {
    const readings = Array.from({ length: 10_002 }, (_, slot) => quarter(slot * 2));
    expect(statsOf(readings.slice(0, -1))).toMatchObject({ plain: true });
    expect(statsOf(readings)).toMatchObject({ plain: false, gaps: [] });
  });
});

describe('the shape of values', () => {
  const shapeOf = (readings: readonly (Pick<Reading, 'at' | 'seconds'> & { value: number | undefined })[]) => {
    const shape = new Shape();
    for (const { at, seconds, value } of readings) shape.add(at, seconds, value);
    return shape;
  };

  it('counts steps as they are in time, whichever way the readings stand', () => {
    const rising = [quarter(0, 1), quarter(1, 2), quarter(2, 3)];
    expect(shapeOf(rising)).toMatchObject({ rises: 2, falls: 0 });
    expect(shapeOf(rising.toReversed())).toMatchObject({ rises: 2, falls: 0 });
  });

  it('knows a register that begins again from one that falls', () => {
    expect(shapeOf([quarter(0, 99_990), quarter(1, 5)])).toMatchObject({ falls: 1, rollovers: 1 });
    expect(shapeOf([quarter(0, 99_990), quarter(1, 99_000)])).toMatchObject({ falls: 1, rollovers: 0 });
  });

  it('notes readings of more than a day, and those of no time', () => {
    const week = 7 * 86_400;
    expect(
      shapeOf([
        { at: 5, seconds: week, value: 1 },
        { at: 9, seconds: 0, value: 1 },
      ]),
    ).toMatchObject({
      long: [[5, week]],
      zeroDurations: 1,
      durations: new Map([
        [week, 1],
        [0, 1],
      ]),
    });
  });

  it('of two parts is that of the whole', () => {
    const reading = fc.record({
      at: fc.integer({ min: 0, max: 50 }).map((slot) => slot * QUARTER),
      seconds: fc.constantFrom(0, QUARTER, 86_400 * 2),
      value: fc.option(fc.integer({ min: -5, max: 100_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 20 }), fc.nat(20), (readings, at) => {
        const joined = shapeOf(readings.slice(0, at));
        joined.append(shapeOf(readings.slice(at)));
        expect(joined).toEqual(shapeOf(readings));
      }),
    );
  });
});
