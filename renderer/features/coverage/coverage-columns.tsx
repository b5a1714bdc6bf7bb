/** Columns about coverage, for every table of meters. */
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { formatShare } from '../../ui/format.ts';
import type { TableColumn } from '../../ui/table/index.ts';
import { MonthStrip } from './month-strip.tsx';
import type { MonthAxis } from './months.ts';

/** The strip by months, and the coverage of the meter's main series. `collecting` are uids of meters. */
export function coverageColumn(
  workspace: string,
  axis: MonthAxis | undefined,
  collecting: ReadonlySet<string>,
  width: TableColumn<UsagePointRow>['width'],
  onMonth?: (usagePoint: string, month: number) => void,
): TableColumn<UsagePointRow> {
  return {
    id: 'coverage',
    header: 'Coverage',
    width,
    value: (row) => row.coverage,
    render: (row) =>
      row.coverage === undefined ? null : (
        <span className="ms-strip-cell">
          <MonthStrip
            workspace={workspace}
            usagePoint={row.id}
            axis={axis}
            collecting={collecting.has(row.uid)}
            onMonth={onMonth && ((month) => onMonth(row.id, month))}
          />
          <span className="ms-num" title="Of the series with the most readings, from its first to its last reading">
            {formatShare(row.coverage)}
          </span>
        </span>
      ),
  };
}

export const estimatedColumn: TableColumn<UsagePointRow> = {
  id: 'estimated',
  header: 'Estimated',
  width: [6, 0.2],
  value: (row) => row.estimated,
  format: formatShare,
};
