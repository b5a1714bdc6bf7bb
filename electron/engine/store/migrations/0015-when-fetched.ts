/**
 * When an authorization was fetched is told by its cursor, which moves once all of its usage data are there. The table that went was
 * noted by each document of a fetch, also of one that failed later. Reasons are in the words of the screens.
 */
import type { Migration } from './migration.ts';

export const whenFetched: Migration = {
  version: 15,
  name: 'when-fetched',
  statements: [
    'DROP TABLE authorization_syncs',
    `UPDATE series SET holes_reason = CASE
       WHEN holes_reason = 'There are no holes.' THEN 'There are no gaps.'
       WHEN holes_reason LIKE 'Zeros are sent%' THEN 'Readings of zero are sent, so a gap is missing data.'
       WHEN holes_reason LIKE 'The holes do not%' THEN 'Gaps do not come daily, so they are missing data.'
       ELSE replace(holes_reason, 'every day has holes', 'every day has gaps') END
     WHERE holes_reason IS NOT NULL`,
  ],
};
