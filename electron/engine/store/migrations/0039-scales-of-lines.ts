/** Bills are decided anew whose lines state different scales, for each line may be right on its own, or have a rebate among what they inform of. */
import type { Migration } from './migration.ts';

export const scalesOfLines: Migration = {
  version: 39,
  name: 'scales-of-lines',
  // They are decided when the store is opened (`intake/bill-money.ts`).
  // Where these lines make a bill differ from others, another warning stands there; where the user chose a scale, none does.
  statements: [
    `UPDATE usage_summaries SET money_evidence = NULL WHERE money_warning IS NOT NULL OR money_evidence = 'user' OR id IN (
       SELECT usage_summary FROM line_items WHERE kind = 10 AND role = 'charge'
         AND regexp_matches(lower(note), '\\b(credits?|rebates?|refunds?|discounts?)\\b'))`,
  ],
};
