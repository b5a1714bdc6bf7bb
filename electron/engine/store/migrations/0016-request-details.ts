/**
 * What the request inspector shows: times by phase, which call a send belongs to, what was kept of headers and bodies (JSON,
 * secrets taken out; `size` in characters), and what a request was made for. Epoch milliseconds.
 */
import type { Migration } from './migration.ts';

const COLUMNS = [
  'call VARCHAR',
  'purpose VARCHAR',
  'token_scope VARCHAR',
  'sent_bytes BIGINT',
  'received_bytes BIGINT',
  'retry_after VARCHAR',
  'queued_ms DOUBLE',
  'connection VARCHAR',
  'connect_ms DOUBLE',
  'tls_ms DOUBLE',
  'head_ms DOUBLE',
];

export const requestDetails: Migration = {
  version: 16,
  name: 'request-details',
  statements: [
    ...COLUMNS.map((column) => `ALTER TABLE requests ADD COLUMN ${column}`),
    `CREATE TABLE request_details (request VARCHAR NOT NULL, started_at BIGINT NOT NULL, size BIGINT NOT NULL, kept VARCHAR NOT NULL USING COMPRESSION zstd)`,
    `CREATE TABLE request_links (request VARCHAR NOT NULL, kind VARCHAR NOT NULL, id VARCHAR NOT NULL)`,
  ],
};
