import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, Database } from '../../../../electron/engine/store/database.ts';
import { countedUntilNext, fallen, restarts } from '../../../../electron/engine/store/register.ts';
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
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

const NET = 4;
const series = (number: number, flowDirection = 1, behaviour = 'register') =>
  ({ series: number, behaviour, type: { flowDirection } }) as Series; // all that a register looks at

/** Values of a series, one a second. */
async function showing(values: readonly (number | null)[], scale = 0) {
  await connection.run('DELETE FROM readings');
  for (const [start, value] of values.entries())
    await connection.run('INSERT INTO readings VALUES (1, ?, 1, ?, ?)', [start, value, scale]);
}
async function counted(of: Series) {
  const rows = await connection.rows(`SELECT ${countedUntilNext(of, 'value')} AS c FROM readings ORDER BY start`);
  return rows.map(({ c }) => optionalNumber(c));
}
const restartsOf = async (...args: Parameters<typeof restarts>) =>
  (await connection.rows(`SELECT * FROM ${restarts(...args)} ORDER BY start`)).map((row) => number(row.start));

describe('a register', () => {
  it('that begins anew has counted an unknown amount, neither negative nor zero', async () => {
    await showing([100, 130, 5, 9]);
    expect(await counted(series(1))).toEqual([30, undefined, 4, undefined]);
    expect(await restartsOf([series(1)])).toEqual([2]);
    expect(await fallen(connection, [series(1)])).toEqual(new Map([[1, 125]]));
  });

  it('that falls by half or less was corrected', async () => {
    await showing([100, 50, 49, 24]);
    expect(await counted(series(1))).toEqual([-50, -1, undefined, undefined]);
    expect(await restartsOf([series(1)])).toEqual([3]);
  });

  it('of net amounts may fall as it likes, and so may what is none', async () => {
    await showing([100, 5, -90]);
    for (const other of [series(1, NET), series(1, 1, 'interval')]) {
      expect(await counted(other)).toEqual([-95, -95, undefined]);
      expect(await restartsOf([other])).toEqual([]);
      expect(await fallen(connection, [other])).toEqual(new Map());
    }
    expect(await restartsOf([])).toEqual([]);
  });

  it('is looked at within a span, and past readings without a value', async () => {
    await showing([100, null, 5, 80, 1], 3);
    expect(await fallen(connection, [series(1)])).toEqual(new Map([[1, 95_000 + 79_000]]));
    expect(await restartsOf([series(1)], { from: 0, to: 3 })).toEqual([2]);
    expect(await restartsOf([series(1)], { from: 2.5, to: 3.5 })).toEqual([]);
    expect(await restartsOf([series(2)])).toEqual([]);
  });

  it('shows at its end what it showed at first, what it counted and what it fell by', async () => {
    const values = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(values, async (shown) => {
        await showing(shown);
        const known = (await counted(series(1))).reduce<number>((sum, value) => sum + (value ?? 0), 0);
        const fell = (await fallen(connection, [series(1)])).get(1) ?? 0;
        expect((shown[0] ?? 0) + known - fell).toBe(shown.at(-1));
      }),
      { numRuns: 25 },
    );
  });
});
