/**
 * The long lists are searched and ordered by the store: what a meter is searched for, and keys that order its texts as people do
 * ("Elm 2" before "Elm 10"), are kept with its facts. The facts are filled again when the store is opened (`usage-point-facts.ts`),
 * the words of what the service said with them (`service-view.ts`).
 */
import type { Migration } from './migration.ts';

export const listFacts: Migration = {
  version: 24,
  name: 'list-facts',
  statements: [
    ...['name_key', 'customer_key', 'address_key', 'title_key', 'uid_key', 'authorization_key', 'words'].map(
      (column) => `ALTER TABLE usage_point_facts ADD COLUMN ${column} VARCHAR`,
    ),
    'DELETE FROM usage_point_facts',
    ...['utility', 'note', 'nickname', 'referral', 'words'].map(
      (column) => `ALTER TABLE service_records ADD COLUMN ${column} VARCHAR`,
    ),
  ],
};
