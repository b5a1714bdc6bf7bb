/** The interval blocks behind the shown span, each with its raw XML beside it. */
import { useCallback, useMemo, useState } from 'react';
import type { BlockRow } from '#shared/contract/usage.ts';
import { routes } from '#shared/routes.ts';
import { useCall } from '../../../api/index.ts';
import { formatLocalStamp, formatSpan } from '../../../charts/local-clock.ts';
import { formatCount, formatInterval, formatOwnTime } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/index.ts';
import { RawEntry } from '../../entries/raw-entry.tsx';
import type { UsageContext } from '../usage-context.ts';

export function BlocksTab({ workspace, main, clock, view, search }: UsageContext) {
  const blocks = useCall(
    'usage.blocks',
    { workspace, series: main.id, from: Math.round(view.from), to: Math.round(view.to), limit: 10_000 },
    { keepPrevious: true },
  );
  const [chosen, setChosen] = useState<string>();
  const onCursor = useCallback((row: BlockRow | undefined) => setChosen(row?.entry), []);
  const columns = useMemo<TableColumn<BlockRow>[]>(
    () => [
      {
        id: 'start',
        header: 'From',
        width: [12, 1],
        value: (row) => row.start,
        instant: 'seconds',
        render: (row) => (row.start === undefined ? '' : formatLocalStamp(clock, row.start)),
      },
      { id: 'duration', header: 'Length', width: [5, 0.3], value: (row) => row.duration, format: formatInterval },
      { id: 'readings', header: 'Readings', width: [5.5, 0.3], value: (row) => row.readings, format: formatCount },
      {
        id: 'updated',
        header: 'Updated',
        width: [10.5, 0.3],
        value: (row) => row.updated,
        instant: 'milliseconds',
        render: (row) => (row.updated === undefined ? '' : formatOwnTime(row.updated)),
      },
      {
        id: 'fetched',
        header: 'Fetched',
        width: [10.5, 0.3],
        value: (row) => row.fetchedAt,
        instant: 'milliseconds',
        render: (row) => formatOwnTime(row.fetchedAt),
        hidden: true,
      },
      { id: 'source', header: 'From', width: [9, 1], value: (row) => row.source, hidden: true },
      { id: 'href', header: 'Link', width: [14, 2], value: (row) => row.href, hidden: true },
    ],
    [clock],
  );
  const { rows = [], matching = 0 } = blocks.data ?? {};
  // The block that a reading led to may be none of the rows where there are more than are asked for; else it is of another span.
  const isHere = rows.length < matching || blocks.data === undefined || rows.some(({ id }) => id === search.block);
  const entry = chosen ?? (isHere ? search.block : undefined) ?? rows[0]?.entry;
  return (
    <>
      <div className="ms-dim">
        {main.label}, {formatSpan(clock, view.from, view.to)}
      </div>
      <div className="ms-split">
        <DataTable
          id="blocks"
          noun="blocks"
          columns={columns}
          rows={blocks.data?.rows}
          total={blocks.data?.matching}
          others="Choose a shorter span."
          rowId={({ id }) => id}
          addressOf={({ entry }) => routes.entry(workspace, entry)}
          rawOf={({ entry }) => routes.entry(workspace, entry)}
          query={blocks}
          onCursor={onCursor}
          empty={<EmptyState title="No interval blocks in this span">Go back to the profile and show more.</EmptyState>}
        />
        <div>{entry ? <RawEntry workspace={workspace} entry={entry} /> : null}</div>
      </div>
    </>
  );
}
