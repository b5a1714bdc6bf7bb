/**
 * Earlier versions took answers of a service that were cut short for whole ones and moved the cursor past the rest, which was
 * then never asked for. Without their cursor these authorizations are fetched as a whole by the next sync.
 */
import type { Migration } from './migration.ts';

export const cutAnswers: Migration = {
  version: 13,
  name: 'cut-answers',
  statements: [
    `DELETE FROM cursors WHERE name IN (
       SELECT 'sync/' || s.authorization_uid FROM sources s JOIN problems p ON p.source = s.source
       WHERE s.kind = 'request' AND p.code = 'feed_truncated' AND s.authorization_uid IS NOT NULL)`,
  ],
};
