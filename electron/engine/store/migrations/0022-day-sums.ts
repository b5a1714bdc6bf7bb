/**
 * What the readings of a series come to in each day of its meter's own time (`day-sums.ts`): totals of months, of groups and of the
 * whole portfolio are made of these. They are filled when the store is opened.
 */
import type { Migration } from './migration.ts';

export const daySums: Migration = {
  version: 22,
  name: 'day-sums',
  statements: [
    `CREATE TABLE day_sums (series INTEGER NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL, weight DOUBLE NOT NULL, total DOUBLE,
       cost DOUBLE, least DOUBLE, least_at BIGINT, peak DOUBLE, peak_at BIGINT, estimated DOUBLE NOT NULL, estimated_seconds DOUBLE NOT NULL,
       whole BOOLEAN NOT NULL)`,
    // The clock whose days they are; none where there are none. `day_whole`: no reading reaches over a midnight.
    'ALTER TABLE series ADD COLUMN day_clock VARCHAR',
    'ALTER TABLE series ADD COLUMN day_whole BOOLEAN',
  ],
};
