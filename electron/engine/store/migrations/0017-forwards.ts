/** How the endpoint of one's own answered a delivery that was posted on to it, the last time. Epoch milliseconds. */
import type { Migration } from './migration.ts';

export const forwards: Migration = {
  version: 17,
  name: 'forwards',
  statements: [
    `CREATE TABLE forwards (delivery BIGINT PRIMARY KEY, url VARCHAR NOT NULL, sent_at BIGINT NOT NULL, status INTEGER, error VARCHAR, said VARCHAR NOT NULL, took_ms DOUBLE NOT NULL)`,
  ],
};
