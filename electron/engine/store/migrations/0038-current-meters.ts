/**
 * What is known of a usage point is of the meter and the service location that were sent last. Until here it could be of another device
 * at the same place, or of a meter that was exchanged.
 */
import type { Migration } from './migration.ts';

export const currentMeters: Migration = {
  version: 38,
  name: 'current-meters',
  // They are filled again when the store is opened (`usage-point-facts.ts`).
  statements: ['DELETE FROM usage_point_facts'],
};
