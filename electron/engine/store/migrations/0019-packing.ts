/** Which blocks have their readings together by series, and the packing that is under way (`packing/`). */
import type { Migration } from './migration.ts';

export const packing: Migration = {
  version: 19,
  name: 'packing',
  statements: [
    'CREATE TABLE packed_runs (first_block INTEGER NOT NULL, last_block INTEGER NOT NULL, readings BIGINT NOT NULL)',
    'CREATE TABLE packing (first_block INTEGER NOT NULL, last_block INTEGER NOT NULL, next_series INTEGER NOT NULL)',
  ],
};
