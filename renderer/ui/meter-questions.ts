/** How a table of meters asks for its rows, wherever one stands. */
import type { ReactNode } from 'react';
import type { CallInput } from '#shared/contract/index.ts';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import type { METER_COLUMNS } from '#shared/list-columns.ts';
import { call } from '../api/index.ts';
import { listQuestion } from './table/list-question.ts';
import type { PagedView } from './table/paged-table.tsx';
import type { PageQuestion } from './table/use-pages.ts';

export type ChosenMeter = Pick<UsagePointRow, 'id' | 'uid'>;

/** Rows that are asked for at once: some more than a screen shows. */
export const meterPage = 100;

export function meterQuestion(view: PagedView) {
  return listQuestion<(typeof METER_COLUMNS)[number]>(view);
}

/** Makes meters of a table choosable. @param list which meters the table lists */
export function choosingMeters(
  workspace: string,
  list: Omit<CallInput<'usagePoints.list'>, 'offset' | 'limit'>,
  actions: (chosen: readonly ChosenMeter[]) => ReactNode,
) {
  return {
    keys: (view: PagedView) => call('usagePoints.ids', { ...list, ...meterQuestion(view) }),
    rows: (ids: string[], page: PageQuestion, sort: PagedView['sort']) =>
      call('usagePoints.list', { workspace, ids, ...page, ...meterQuestion({ search: '', filters: {}, sort }) }),
    actions,
  };
}
