/**
 * What tells the scale of the costs of readings: the amounts that they are of, summed. And what the user chose, where it
 * is another one.
 */
import type { Migration } from './migration.ts';

export const costScale: Migration = {
  version: 12,
  name: 'cost-scale',
  statements: [
    'ALTER TABLE series ADD COLUMN costed_value DOUBLE',
    'ALTER TABLE series ADD COLUMN cost_chosen DOUBLE',
    `UPDATE series SET costed_value = f.value FROM (
       SELECT series, sum(amount(value, value_scale)) AS value FROM readings WHERE cost IS NOT NULL GROUP BY series) f
     WHERE series.series = f.series`,
  ],
};
