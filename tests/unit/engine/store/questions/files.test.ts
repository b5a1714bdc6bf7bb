/** The list of opened files, a page at a time. */
import { expect, it } from 'vitest';
import type { EngineInput } from '../../../../../electron/engine/protocol.ts';
import { openTestStore } from '../store-harness.ts';

it('is searched, ordered and narrowed down, and counts the meters of the files of the page', async () => {
  const store = await openTestStore();
  try {
    await store.engine.store('w').write(async (connection) => {
      await connection.run(
        `INSERT INTO sources BY NAME SELECT i AS source, 's' || i AS id, 'file' AS kind, 'file ' || i || '.xml' AS label, 's' || i AS scope,
           '/home/me/' || i AS path, 1736928000000 + i * 60000 AS read_at, i % 4 > 0 AS ok, i AS bytes, i % 10 AS problems,
           CASE WHEN i % 4 = 0 THEN '{"code":"not_a_feed","message":"It is no feed."}' END AS error FROM range(1, 3001) r(i)`,
      );
      await connection.run(
        `INSERT INTO usage_points BY NAME SELECT 'p' || i AS id, i AS key_hash, 'p' || i AS uid, 1 + i % 2 AS source, false AS implied
           FROM range(5) r(i)`,
      );
    });
    const list = (input: Omit<EngineInput<'files.list'>, 'workspace'>) => store.call('files.list', input);
    const names = async (input: Parameters<typeof list>[0]) =>
      (await list({ limit: 3, ...input })).rows.map(({ name }) => name);
    const first = await list({ limit: 100 });
    expect([first.rows.length, first.matching, first.total]).toEqual([100, 3000, 3000]);
    expect(first.rows[0]).toMatchObject({ name: 'file 3000.xml', ok: false, error: { code: 'not_a_feed' } });
    const byName = { column: 'name', descending: false } as const;
    expect(await names({ sort: byName })).toEqual(['file 1.xml', 'file 2.xml', 'file 3.xml']);
    const most = await list({ limit: 2, sort: { column: 'meters', descending: true } });
    expect(most.rows.map(({ name, usagePoints }) => [name, usagePoints])).toEqual([
      ['file 1.xml', 3],
      ['file 2.xml', 2],
    ]);
    expect((await list({ filters: { ok: ['refused'] } })).matching).toBe(750);
    expect((await list({ search: 'no feed' })).matching).toBe(750);
    expect(await names({ search: '2999.xml read' })).toEqual(['file 2999.xml']);
    expect(await names({ search: '2025-01-15 08:07' })).toEqual(['file 7.xml']);
  } finally {
    await store.dispose();
  }
});
