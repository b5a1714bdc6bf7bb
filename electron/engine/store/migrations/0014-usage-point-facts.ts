/**
 * What the lists say of each usage point, and how many problems each document has, are kept: worked out for every list, they cost
 * as much for ten meters as for thousands. The facts are filled when the store is opened (`usage-point-facts.ts`).
 */
import type { Migration } from './migration.ts';

export const usagePointFacts: Migration = {
  version: 14,
  name: 'usage-point-facts',
  statements: [
    `CREATE TABLE usage_point_facts (usage_point VARCHAR NOT NULL, customer VARCHAR, address VARCHAR, meter VARCHAR,
       series INTEGER, readings BIGINT, first BIGINT, last BIGINT, coverage DOUBLE, estimated DOUBLE, bills INTEGER,
       twin_of VARCHAR, others VARCHAR)`,
    'ALTER TABLE sources ADD COLUMN warnings INTEGER DEFAULT 0',
    `UPDATE sources SET warnings = w.count FROM (
       SELECT source, count(*) AS count FROM problems WHERE severity <> 'info' GROUP BY source) w
     WHERE w.source = sources.source`,
  ],
};
