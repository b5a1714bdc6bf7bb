/** What the JSON API says of authorizations and meters: the latest answer of each. Epoch milliseconds. */
import type { Migration } from './migration.ts';

export const serviceRecords: Migration = {
  version: 7,
  name: 'service-records',
  statements: [
    `CREATE TABLE service_records (kind VARCHAR NOT NULL, uid VARCHAR NOT NULL, authorization_uid VARCHAR NOT NULL, record VARCHAR NOT NULL USING COMPRESSION zstd, fetched_at BIGINT NOT NULL)`,
  ],
};
