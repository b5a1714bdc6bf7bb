/** Questions in SQL to a small store, as objects. */
import type { QueryCell } from '../../../../../shared/contract/query.ts';
import type { TestStore } from '../store-harness.ts';

export type Answer = Record<string, QueryCell>[];

export async function ask(store: TestStore, sql: string): Promise<Answer> {
  const { columns, rows } = await store.call('query.run', { sql });
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
}
