/** What the user decided about what was read, kept apart so that a new fetch does not take it away. */
import type { Migration } from './migration.ts';

export const decisions: Migration = {
  version: 5,
  name: 'decisions',
  statements: [
    'CREATE TABLE decisions (subject VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR NOT NULL, decided_at BIGINT NOT NULL)',
    'ALTER TABLE series ADD COLUMN holes_suggested VARCHAR',
    'ALTER TABLE series ADD COLUMN holes_reason VARCHAR',
    'ALTER TABLE series ADD COLUMN holes_decided VARCHAR',
    // What a document was converted from; places in it are counted in UTF-8.
    'ALTER TABLE sources ADD COLUMN encoding VARCHAR',
    'ALTER TABLE usage_summaries ADD COLUMN line_scale DOUBLE',
    'ALTER TABLE usage_summaries ADD COLUMN line_reason VARCHAR',
  ],
};
