/**
 * What lists of meters are found, ordered and shown by lies uncompressed: to unpack the texts of 30,000 meters for a page of a hundred
 * took as long as to look at them. What the service says of a meter is among the words that it is found by.
 */
import type { Migration } from './migration.ts';

const TEXT = 'VARCHAR USING COMPRESSION uncompressed';

export const plainTexts: Migration = {
  version: 36,
  name: 'plain-texts',
  statements: [
    'DROP TABLE usage_point_facts',
    // They are filled again when the store is opened (`usage-point-facts.ts`).
    `CREATE TABLE usage_point_facts (usage_point ${TEXT} NOT NULL, customer ${TEXT}, address ${TEXT}, meter ${TEXT}, series INTEGER,
       readings BIGINT, first BIGINT, last BIGINT, coverage DOUBLE, estimated DOUBLE, bills INTEGER, twin_of ${TEXT}, others ${TEXT},
       name_key ${TEXT}, customer_key ${TEXT}, address_key ${TEXT}, title_key ${TEXT}, uid_key ${TEXT}, authorization_key ${TEXT},
       words ${TEXT}, record_words ${TEXT}, missing_seconds BIGINT)`,
    'ALTER TABLE usage_points RENAME TO usage_points_before',
    `CREATE TABLE usage_points (id ${TEXT} NOT NULL, key_hash UBIGINT NOT NULL, source INTEGER NOT NULL, updated BIGINT, uid ${TEXT} NOT NULL,
       authorization_uid ${TEXT}, title ${TEXT}, service_kind INTEGER, status INTEGER, tariff ${TEXT}, local_time ${TEXT},
       implied BOOLEAN NOT NULL, local_time_inferred BOOLEAN)`,
    'INSERT INTO usage_points BY NAME SELECT * FROM usage_points_before',
    'DROP TABLE usage_points_before',
  ],
};
