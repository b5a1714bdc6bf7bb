/**
 * A list of meters reads one table: what it shows of a usage point and of its service record lies with its facts. Until here the joins
 * took most of the time of a page, and what the service said was looked for in the whole record.
 */
import type { Migration } from './migration.ts';

const TEXT = 'VARCHAR USING COMPRESSION uncompressed';

export const wideFacts: Migration = {
  version: 40,
  name: 'wide-facts',
  statements: [
    'ALTER TABLE service_records ADD COLUMN shown VARCHAR',
    // Both are filled again when the store is opened (`service-view.ts`, `usage-point-facts.ts`).
    'UPDATE service_records SET words = NULL',
    'DROP TABLE usage_point_facts',
    `CREATE TABLE usage_point_facts (usage_point ${TEXT} NOT NULL, uid ${TEXT}, authorization_uid ${TEXT}, title ${TEXT},
       service_kind INTEGER, status INTEGER, tariff ${TEXT}, source INTEGER, local_time ${TEXT}, customer ${TEXT}, address ${TEXT}, meter ${TEXT},
       series INTEGER, readings BIGINT, first BIGINT, last BIGINT, coverage DOUBLE, missing_seconds BIGINT, estimated DOUBLE, bills INTEGER,
       twin_of ${TEXT}, others ${TEXT}, record ${TEXT}, utility ${TEXT}, note ${TEXT}, words ${TEXT}, record_words ${TEXT}, name_key ${TEXT},
       customer_key ${TEXT}, address_key ${TEXT}, title_key ${TEXT}, uid_key ${TEXT}, authorization_key ${TEXT}, tariff_key ${TEXT})`,
  ],
};
