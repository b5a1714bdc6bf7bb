/** Provisional series numbers of readings that are appended while their feed is still being read. */
import type { Migration } from './migration.ts';

export const loads: Migration = {
  version: 4,
  name: 'loads',
  statements: [
    'CREATE TABLE loads (series INTEGER NOT NULL)',
    // Some custodians send decimals.
    'ALTER TABLE series ALTER first_value TYPE DOUBLE',
    'ALTER TABLE series ALTER last_value TYPE DOUBLE',
  ],
};
