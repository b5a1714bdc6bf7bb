/**
 * A service location may name several usage points: electricity and gas of one house. Until here only the first one was kept, and the
 * others had no customer, address or meter number.
 */
import type { Migration } from './migration.ts';

export const locationPoints: Migration = {
  version: 41,
  name: 'location-points',
  statements: [
    // Both are filled when the store is opened (`intake/location-points.ts`, `usage-point-facts.ts`).
    'CREATE TABLE location_points (location VARCHAR NOT NULL, usage_point VARCHAR NOT NULL, source INTEGER NOT NULL)',
    'DELETE FROM usage_point_facts',
    'ALTER TABLE customer_entities DROP COLUMN usage_point',
  ],
};
