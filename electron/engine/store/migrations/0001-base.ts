/** The first schema. docs/store.md explains every table and column. */
import type { Migration } from './migration.ts';

/** What every entity table begins with. `id` is opaque and the same on every machine; `key_hash` is hash(scope, key). */
const ENTITY = 'id VARCHAR NOT NULL, key_hash UBIGINT NOT NULL, source INTEGER NOT NULL, updated BIGINT';

export const base: Migration = {
  version: 1,
  name: 'base',
  statements: [
    `CREATE TABLE settings (key VARCHAR PRIMARY KEY, value VARCHAR)`,
    `CREATE TABLE cursors (name VARCHAR PRIMARY KEY, value VARCHAR, saved_at BIGINT)`,
    `CREATE TABLE jobs (id VARCHAR PRIMARY KEY, kind VARCHAR, state VARCHAR, created_at BIGINT, view VARCHAR, input VARCHAR, checkpoint VARCHAR)`,
    `CREATE TABLE requests (id VARCHAR, job VARCHAR, started_at BIGINT, method VARCHAR, url VARCHAR, token_class VARCHAR, status INTEGER, bytes BIGINT, duration_ms DOUBLE, waited_ms DOUBLE, retry_after_ms DOUBLE, attempt INTEGER, error VARCHAR)`,

    `CREATE TABLE sources (source INTEGER NOT NULL, id VARCHAR NOT NULL, kind VARCHAR NOT NULL, label VARCHAR NOT NULL, scope VARCHAR NOT NULL, request_id VARCHAR, path VARCHAR, authorization_uid VARCHAR, read_at BIGINT NOT NULL, ok BOOLEAN NOT NULL, error VARCHAR, bytes BIGINT NOT NULL, entries INTEGER, payloads VARCHAR, blocks INTEGER, readings BIGINT, sum_value VARCHAR, sum_cost VARCHAR, first_start BIGINT, last_start BIGINT, problems INTEGER, spool VARCHAR, file_bytes BIGINT, file_modified BIGINT)`,
    `CREATE TABLE spool_members (source INTEGER NOT NULL, body_start BIGINT NOT NULL, body_end BIGINT NOT NULL, file_start BIGINT NOT NULL, file_end BIGINT NOT NULL)`,
    `CREATE TABLE problems (source INTEGER NOT NULL, ordinal INTEGER NOT NULL, code VARCHAR NOT NULL, severity VARCHAR NOT NULL, message VARCHAR NOT NULL, line INTEGER, col INTEGER, entry INTEGER, raw VARCHAR USING COMPRESSION zstd)`,
    `CREATE TABLE entries (${ENTITY}, kind VARCHAR NOT NULL, scope VARCHAR NOT NULL, key VARCHAR NOT NULL, href VARCHAR, atom_id VARCHAR, title VARCHAR, published BIGINT, entry INTEGER, payload INTEGER, line INTEGER, parent VARCHAR, parent_rule VARCHAR, implied BOOLEAN NOT NULL, links VARCHAR USING COMPRESSION zstd, data VARCHAR USING COMPRESSION zstd, raw VARCHAR USING COMPRESSION zstd)`,
    `CREATE TABLE entry_links (from_hash UBIGINT NOT NULL, rel VARCHAR NOT NULL, to_hash UBIGINT NOT NULL)`,

    `CREATE TABLE authorizations (${ENTITY}, uid VARCHAR NOT NULL, title VARCHAR, published BIGINT, status INTEGER, authorized_start BIGINT, authorized_duration BIGINT, published_start BIGINT, published_duration BIGINT, expires_at BIGINT, scope VARCHAR, resource_uri VARCHAR, customer_resource_uri VARCHAR)`,
    `CREATE TABLE authorization_syncs (uid VARCHAR NOT NULL, synced_at BIGINT NOT NULL)`,
    `CREATE TABLE usage_points (${ENTITY}, uid VARCHAR NOT NULL, authorization_uid VARCHAR, title VARCHAR, service_kind INTEGER, status INTEGER, tariff VARCHAR, local_time VARCHAR, implied BOOLEAN NOT NULL)`,
    `CREATE TABLE local_times (${ENTITY}, tz_offset BIGINT, dst_offset BIGINT, dst_start_rule VARCHAR, dst_end_rule VARCHAR)`,
    `CREATE TABLE reading_types (${ENTITY}, title VARCHAR, data VARCHAR NOT NULL)`,
    `CREATE TABLE meter_readings (${ENTITY}, usage_point VARCHAR, reading_type VARCHAR, title VARCHAR, series INTEGER, implied BOOLEAN NOT NULL)`,
    `CREATE TABLE usage_summaries (${ENTITY}, usage_point VARCHAR, start BIGINT, duration BIGINT, total BIGINT, to_date BIGINT, additional BIGINT, currency INTEGER, money_scale DOUBLE NOT NULL, money_reason VARCHAR NOT NULL, consumption_value DOUBLE, consumption_unit VARCHAR, commodity INTEGER, quality INTEGER, tariff VARCHAR, data VARCHAR NOT NULL USING COMPRESSION zstd)`,
    `CREATE TABLE line_items (usage_summary VARCHAR NOT NULL, ordinal INTEGER NOT NULL, note VARCHAR, kind INTEGER, amount DOUBLE, raw_amount VARCHAR, measurement_value DOUBLE, measurement_unit VARCHAR, unit_cost DOUBLE, dated_at BIGINT)`,
    `CREATE TABLE power_quality (${ENTITY}, usage_point VARCHAR, start BIGINT, duration BIGINT, data VARCHAR NOT NULL)`,
    `CREATE TABLE customer_entities (${ENTITY}, kind VARCHAR NOT NULL, parent VARCHAR, usage_point VARCHAR, name VARCHAR, address VARCHAR, serial VARCHAR, data VARCHAR NOT NULL USING COMPRESSION zstd)`,

    `CREATE TABLE series (series INTEGER NOT NULL, id VARCHAR NOT NULL, usage_point VARCHAR, key VARCHAR NOT NULL, reading_type VARCHAR NOT NULL, power INTEGER NOT NULL, interval_length INTEGER NOT NULL, interval_reason VARCHAR NOT NULL, decided VARCHAR NOT NULL, behaviour VARCHAR NOT NULL, behaviour_reason VARCHAR NOT NULL, behaviour_by VARCHAR NOT NULL, grid INTEGER NOT NULL, overlapping BOOLEAN NOT NULL, count BIGINT NOT NULL, sum_value DOUBLE, sum_cost DOUBLE, first BIGINT, last BIGINT, last_end BIGINT, first_value BIGINT, last_value BIGINT, gaps INTEGER NOT NULL, gap_seconds BIGINT NOT NULL, duplicates BIGINT NOT NULL, qualities VARCHAR NOT NULL)`,
    `CREATE TABLE interval_blocks (block INTEGER NOT NULL, id VARCHAR NOT NULL, key_hash UBIGINT NOT NULL, source INTEGER NOT NULL, updated BIGINT, series INTEGER NOT NULL, meter_reading VARCHAR, href VARCHAR, title VARCHAR, start BIGINT, duration BIGINT, byte_start BIGINT NOT NULL, byte_end BIGINT NOT NULL, line INTEGER, readings INTEGER NOT NULL, first BIGINT, last BIGINT, last_end BIGINT)`,
    `CREATE TABLE readings (series INTEGER NOT NULL, start BIGINT NOT NULL, duration BIGINT NOT NULL, value BIGINT, value_scale TINYINT NOT NULL, cost BIGINT, cost_scale TINYINT NOT NULL, quality SMALLINT, tou SMALLINT, tier SMALLINT, cpp SMALLINT, block INTEGER NOT NULL, ordinal INTEGER NOT NULL)`,
    `CREATE TABLE superseded AS SELECT * FROM readings LIMIT 0`,
    // The number as sent: a schema-true integer has scale 0, "12.34" is 1234 with scale -2.
    `CREATE MACRO amount(v, s) AS CASE WHEN s = 0 THEN v::DOUBLE ELSE v * pow(10.0, s) END`,
    `CREATE TABLE gaps (series INTEGER NOT NULL, start BIGINT NOT NULL, stop BIGINT NOT NULL)`,
  ],
};
