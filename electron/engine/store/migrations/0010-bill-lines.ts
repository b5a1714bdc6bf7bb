/**
 * What told the scale of a bill's money, a warning where it may be wrong, and what each line is. Bills of before are
 * decided anew once the store is open (bill-money.ts): `money_evidence` is empty until then.
 */
import type { Migration } from './migration.ts';

export const billLines: Migration = {
  version: 10,
  name: 'bill-lines',
  statements: [
    'ALTER TABLE usage_summaries ADD COLUMN money_evidence VARCHAR',
    'ALTER TABLE usage_summaries ADD COLUMN money_warning VARCHAR',
    'ALTER TABLE line_items ADD COLUMN role VARCHAR',
    'ALTER TABLE line_items ADD COLUMN counted BOOLEAN',
    'ALTER TABLE line_items ADD COLUMN price_unit VARCHAR',
  ],
};
