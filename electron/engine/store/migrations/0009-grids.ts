/**
 * How the readings of a series follow each other: `step` was called `grid`, which now says what kind of grid it is.
 * Series without one are derived anew when the store is opened (`series-derivation.ts`): those of a day and more, which
 * were split by the length of their readings, and those that were taken for registers.
 */
import type { Migration } from './migration.ts';

export const grids: Migration = {
  version: 9,
  name: 'grids',
  statements: [
    'ALTER TABLE series RENAME COLUMN grid TO step',
    'ALTER TABLE series ADD COLUMN grid VARCHAR',
    'ALTER TABLE series ADD COLUMN longest BIGINT',
    `UPDATE series SET grid = 'fixed' WHERE interval_length > 0 AND interval_length < 82800 AND decided <> 'register'`,
    'UPDATE series SET longest = r.longest FROM (SELECT series, max(duration) AS longest FROM readings GROUP BY series) r WHERE r.series = series.series',
    // A moment lies in the span that ends with it.
    'UPDATE series SET last_end = last + 1 WHERE last_end = last',
  ],
};
