import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, Database } from '../../../../electron/engine/store/database.ts';
import { countedUntilNext, restarted, restarts, unknownSteps } from '../../../../electron/engine/store/register.ts';
import { number, optionalNumber } from '../../../../electron/engine/store/row.ts';
import type { Series } from '../../../../electron/engine/store/stored-series.ts';

let database: Database;
let connection: Connection;
beforeAll(async () => {
  database = await Database.open(':memory:', '/nowhere');
  connection = await database.connect();
  await connection.run('CREATE MACRO amount(v, s) AS v * pow(10.0, s)');
  await connection.run(
    'CREATE TABLE readings (series INTEGER, start BIGINT, block INTEGER, value BIGINT, value_scale INTEGER)',
  );
  await connection.run('CREATE TABLE series (series INTEGER, behaviour VARCHAR, reading_type JSON)');
  await connection.run('CREATE TABLE gaps (series INTEGER, start BIGINT, stop BIGINT)');
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

const NET = 4;
const series = (number: number, flowDirection = 1, behaviour = 'register') =>
  ({ series: number, behaviour, type: { flowDirection } }) as Series; // all that a register looks at

/** Values of a series, one a second, and the gaps that they make. */
async function showing(values: readonly (number | null)[], { scale = 0, of = series(1) } = {}) {
  for (const table of ['readings', 'series', 'gaps']) await connection.run(`DELETE FROM ${table}`);
  await connection.run('INSERT INTO series VALUES (1, ?, ?)', [of.behaviour, JSON.stringify(of.type)]);
  for (const [start, value] of values.entries())
    await connection.run('INSERT INTO readings VALUES (1, ?, 1, ?, ?)', [start, value, scale]);
  await connection.run(`INSERT INTO gaps FROM ${unknownSteps('SELECT series FROM series')}`);
}
async function counted(of = series(1)) {
  const rows = await connection.rows(
    `SELECT ${countedUntilNext(of, 'value')} AS c FROM readings WHERE value IS NOT NULL ORDER BY start`,
  );
  return rows.map(({ c }) => optionalNumber(c));
}
const gaps = async () =>
  (await connection.rows('SELECT start, stop FROM gaps ORDER BY start')).map((row) => [
    number(row.start),
    number(row.stop),
  ]);
const restartsOf = async (some: readonly Series[]) =>
  (await connection.rows(`SELECT * FROM ${restarts(some)} ORDER BY start`)).map((row) => [
    number(row.start),
    optionalNumber(row.width),
  ]);

describe('a register', () => {
  it('that begins anew has counted an unknown amount, neither negative nor zero: a gap', async () => {
    await showing([100, 130, 5, 9]);
    expect(await counted()).toEqual([30, undefined, 4, undefined]);
    expect(await gaps()).toEqual([[1, 2]]);
    expect(await restartsOf([series(1)])).toEqual([[2, undefined]]);
    expect(await restarted(connection, [series(1)])).toEqual(new Map([[1, 125]]));
  });

  it('that rolls over has counted up to its highest value and on from 0', async () => {
    await showing([99_900, 99_960, 20, 80]);
    expect(await counted()).toEqual([60, 60, 60, undefined]);
    expect(await gaps()).toEqual([]);
    expect(await restartsOf([series(1)])).toEqual([[2, 100_000]]);
    expect(await restarted(connection, [series(1)])).toEqual(new Map([[1, 100_000]]));
  });

  it.each([
    ['counts no faster than twice its fastest step', [99_900, 99_960, 81, 90], [[1, 2]]],
    ['as fast as that', [99_900, 99_960, 80, 90], []],
    ['stands far below its highest value', [89_000, 89_900, 10, 900], [[1, 2]]],
    ['has too narrow a dial', [980, 990, 5, 20], [[1, 2]]],
    ['never counted anything', [99_999, 99_999, 3, 3], [[1, 2]]],
  ])('rolls over only where it %s', async (_what, values, expected) => {
    await showing(values);
    expect(await gaps()).toEqual(expected);
    expect((await counted())[1] === undefined).toBe(expected.length > 0);
  });

  it('that falls by half or less was corrected', async () => {
    await showing([100, 50, 49, 24]);
    expect(await counted()).toEqual([-50, -1, undefined, undefined]);
    expect(await gaps()).toEqual([[2, 3]]);
  });

  it('of net amounts may fall as it likes, and so may what is none', async () => {
    for (const other of [series(1, NET), series(1, 1, 'interval')]) {
      await showing([100, 5, -90], { of: other });
      expect(await counted(other)).toEqual([-95, -95, undefined]);
      expect(await gaps()).toEqual([]);
      expect(await restartsOf([other])).toEqual([]);
      expect(await restarted(connection, [other])).toEqual(new Map());
    }
    expect(await restartsOf([])).toEqual([]);
  });

  it('is looked at past readings without a value', async () => {
    await showing([100, null, 5, 80, 1], { scale: 3 });
    expect(await gaps()).toEqual([
      [0, 2],
      [3, 4],
    ]);
    expect(await restarted(connection, [series(1)])).toEqual(new Map([[1, 95_000 + 79_000]]));
    expect(await restartsOf([series(2)])).toEqual([]);
  });

  it('counts what its last less its first reading is, and what is added for its restarts', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 900 }).map((by) => (value: number) => (value + by) % 100_000) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((to) => () => to) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 96_000, max: 99_999 }),
        fc.array(step, { maxLength: 12 }),
        async (at, steps) => {
          const shown = [at];
          for (const next of steps) shown.push(next(shown.at(-1) ?? 0));
          await showing(shown);
          const amounts = await counted();
          const known = amounts.reduce<number>((sum, value) => sum + (value ?? 0), 0);
          const added = (await restarted(connection, [series(1)])).get(1) ?? 0;
          expect(known).toBe((shown.at(-1) ?? 0) - at + added);
          // What is not known is a gap, and no gap is known.
          const unknown = amounts.flatMap((value, place) =>
            value === undefined && place + 1 < shown.length ? [place] : [],
          );
          expect((await gaps()).map(([start]) => start)).toEqual(unknown);
        },
      ),
      { numRuns: 40 },
    );
  });
});
