/** The event log and the deliveries of the webhook receiver. */
import type { Migration } from './migration.ts';

export const events: Migration = {
  version: 2,
  name: 'events',
  statements: [
    `CREATE TABLE events (seq BIGINT NOT NULL, uid VARCHAR PRIMARY KEY, type VARCHAR NOT NULL, ts VARCHAR NOT NULL, happened_at BIGINT, arrived_at BIGINT NOT NULL, way VARCHAR NOT NULL, late BOOLEAN NOT NULL, late_us BIGINT, hole BOOLEAN NOT NULL, signed BOOLEAN NOT NULL, listed_at BIGINT, deliveries INTEGER NOT NULL, delivered BOOLEAN, authorization_uid VARCHAR, meter_uid VARCHAR, form_uid VARCHAR, json VARCHAR NOT NULL)`,
    `CREATE TABLE deliveries (id BIGINT NOT NULL, received_at BIGINT NOT NULL, verdict VARCHAR NOT NULL, reason VARCHAR NOT NULL, answer INTEGER NOT NULL, bytes BIGINT NOT NULL, events INTEGER NOT NULL, fresh INTEGER NOT NULL, rehearsal BOOLEAN NOT NULL, duration_ms DOUBLE NOT NULL, sha256 VARCHAR NOT NULL, headers VARCHAR NOT NULL, body BLOB NOT NULL)`,
    `CREATE TABLE delivery_events (delivery BIGINT NOT NULL, ordinal INTEGER NOT NULL, uid VARCHAR NOT NULL)`,
  ],
};
