/**
 * Sums of days say to which block the last of their readings belongs, so that they are packed with them (`packing/`). They are
 * filled anew when the store is opened.
 */
import type { Migration } from './migration.ts';

export const daySumsBlock: Migration = {
  version: 23,
  name: 'day-sums-block',
  statements: [
    'DROP TABLE day_sums',
    `CREATE TABLE day_sums (series INTEGER NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL, weight DOUBLE NOT NULL, total DOUBLE,
       cost DOUBLE, least DOUBLE, least_at BIGINT, peak DOUBLE, peak_at BIGINT, estimated DOUBLE NOT NULL, estimated_seconds DOUBLE NOT NULL,
       whole BOOLEAN NOT NULL, block INTEGER)`,
    'UPDATE series SET day_clock = NULL, day_whole = NULL WHERE day_clock IS NOT NULL',
  ],
};
