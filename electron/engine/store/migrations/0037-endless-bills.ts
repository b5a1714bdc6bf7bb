/** The public view of bills says no end of one whose period has the length 0: it is not known, as where no length was sent. */
import { billsEndingAt } from './0025-public-views.ts';
import type { Migration } from './migration.ts';

export const endlessBills: Migration = {
  version: 37,
  name: 'endless-bills',
  statements: [`CREATE OR REPLACE VIEW v1.bills AS ${billsEndingAt('(b.start + nullif(b.duration, 0))')}`],
};
