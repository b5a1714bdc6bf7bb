/** Money of bills as custodians write it: some with decimals, which whole numbers would round away. */
import type { Migration } from './migration.ts';

export const billDecimals: Migration = {
  version: 8,
  name: 'bill-decimals',
  statements: ['total', 'to_date', 'additional'].map(
    (column) => `ALTER TABLE usage_summaries ALTER ${column} TYPE DOUBLE`,
  ),
};
