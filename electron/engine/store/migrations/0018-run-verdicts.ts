/** What the grid of verdicts asks of each run, beside its JSON: reading a year of that takes seconds. Epoch milliseconds. */
import type { Migration } from './migration.ts';

export const runVerdicts: Migration = {
  version: 18,
  name: 'run-verdicts',
  statements: [
    ...['scenario VARCHAR', 'utility VARCHAR', 'verdict VARCHAR', 'fired_at BIGINT'].map(
      (column) => `ALTER TABLE runs ADD COLUMN ${column}`,
    ),
    // Half of a surrogate pair in what a service once said makes a JSON that cannot be read: such a run is in no grid.
    `UPDATE runs SET scenario = j->>'scenario', utility = j->>'utility', verdict = j->>'state', fired_at = (j->>'firedAt')::DOUBLE::BIGINT
       FROM (SELECT id AS of, TRY_CAST("view" AS JSON) AS j FROM runs WHERE kind = 'run') WHERE id = of`,
  ],
};
