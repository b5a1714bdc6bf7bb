/**
 * How long data are missing of a meter is kept beside its coverage, of the same series. Until here it was worked out of the coverage of
 * that series and the span of all.
 */
import type { Migration } from './migration.ts';

export const missingSeconds: Migration = {
  version: 35,
  name: 'missing-seconds',
  statements: [
    'ALTER TABLE usage_point_facts ADD COLUMN missing_seconds BIGINT',
    // They are filled again when the store is opened (`usage-point-facts.ts`).
    'DELETE FROM usage_point_facts',
  ],
};
