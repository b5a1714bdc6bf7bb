/** When the service said that it does not know an event that a delivery brought. Epoch milliseconds. */
import type { Migration } from './migration.ts';

export const eventDenials: Migration = {
  version: 6,
  name: 'event-denials',
  statements: ['ALTER TABLE events ADD COLUMN denied_at BIGINT'],
};
