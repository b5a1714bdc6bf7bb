/** Usage points whose local time no link names: it is that of the only LocalTimeParameters beside them. */
import type { Migration } from './migration.ts';

export const inferredTimes: Migration = {
  version: 11,
  name: 'inferred-times',
  statements: ['ALTER TABLE usage_points ADD COLUMN local_time_inferred BOOLEAN'],
};
