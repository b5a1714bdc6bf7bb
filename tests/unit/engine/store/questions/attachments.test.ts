import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const run = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.run(sql));

describe('more than a screen holds is said to be there', () => {
  it('of power quality summaries, the newest of which are answered in the order of time', async () => {
    expect(await store.call('powerQuality.list', { usagePoint: '1001~2001' })).toEqual({ rows: [], matching: 0 });
    await run(
      `INSERT INTO power_quality BY NAME SELECT 'q' || i AS id, i AS key_hash, 0 AS source, '1001~2001' AS usage_point,
         i * 3600 AS start, 3600 AS duration, '{"flickerPlt":1}' AS data FROM range(5003) r(i)`,
    );
    const { rows, matching } = await store.call('powerQuality.list', { usagePoint: '1001~2001' });
    expect([rows.length, rows[0]?.start, rows.at(-1)?.start, matching]).toEqual([5000, 3 * 3600, 5002 * 3600, 5003]);
  });

  it('of the customer side of an authorization', async () => {
    await store.batch({ days: 1 });
    await run(
      `INSERT INTO customer_entities BY NAME SELECT 'c' || i AS id, i AS key_hash, 0 AS source,
         CASE WHEN i = 0 THEN 'Customer' ELSE 'ServiceLocation' END AS kind, CASE WHEN i > 0 THEN 'c0' END AS parent, '{}' AS data FROM range(2002) r(i)`,
    );
    await run(`INSERT INTO location_points BY NAME SELECT 'c1' AS location, '1001~2001' AS usage_point, 0 AS source`);
    const { rows, matching } = await store.call('customers.list', { authorization: '1001' });
    expect([rows.length, rows[0]?.kind, matching]).toEqual([2000, 'Customer', 2002]);
  });
});
