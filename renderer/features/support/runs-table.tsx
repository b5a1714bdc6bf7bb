/** Runs of a workspace, or of one batch: the grid of results. */
import { Badge } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { RunLine } from '#shared/contract/scenarios.ts';
import { routes } from '#shared/routes.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { useCall } from '../../api/index.ts';
import { formatCounted, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { runsQuery } from '../../ui/screen-queries.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { BatchLink } from './batch-link.tsx';
import { runColor, runTime } from './run-words.ts';
import { useLiveRuns } from './use-live.ts';

/** Newest runs that are listed of a workspace, and as many as a batch can have. */
const NEWEST = 2000;
export const WHOLE_BATCH = 10_000;

const ofOneRun: TableColumn<RunLine>[] = [
  {
    id: 'state',
    header: 'Verdict',
    width: [11, 0],
    value: (row) => runWords[row.state],
    render: (row) => (
      <Badge size="sm" color={runColor[row.state]}>
        {runWords[row.state]}
      </Badge>
    ),
    filter: true,
  },
  { id: 'scenario', header: 'Scenario', width: [12, 1], value: (row) => row.name, filter: true },
  { id: 'utility', header: 'Utility', width: [5.5, 0.4], value: (row) => row.utility, filter: true },
  { id: 'reason', header: 'Why', width: [10, 3], value: (row) => row.reason ?? row.error?.message },
  {
    id: 'took',
    header: 'Took',
    width: [6, 0],
    align: 'end',
    value: (row) => runTime(row, row.finishedAt ?? 0),
    render: (row) => (row.finishedAt === undefined ? '' : formatDuration(runTime(row, 0) ?? 0)),
  },
  {
    id: 'at',
    header: 'Fired',
    width: [10.5, 0],
    value: (row) => row.firedAt,
    instant: 'milliseconds',
    render: (row) => (row.firedAt === undefined ? '' : formatOwnTime(row.firedAt)),
  },
  { id: 'note', header: 'Note', width: [8, 1], value: (row) => row.note, hidden: true },
  { id: 'referral', header: 'Referral', width: [8, 1], value: (row) => row.referral, hidden: true },
  { id: 'authorization', header: 'Authorization', width: [8, 1], value: (row) => row.authorization, hidden: true },
];

/**
 * Runs that were fired together lead to the results of all of them.
 * @param cut the batch of which more runs may be than are listed
 */
function withBatches(runs: readonly RunLine[] | undefined, cut: string | undefined): TableColumn<RunLine>[] {
  const sizes = new Map<string | undefined, number>();
  for (const { batch } of runs ?? []) sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
  const sizeOf = ({ batch }: RunLine) => (batch === undefined ? 1 : (sizes.get(batch) ?? 1));
  const column: TableColumn<RunLine> = {
    id: 'batch',
    header: 'Batch',
    width: [6, 0],
    value: (row) => (sizeOf(row) > 1 ? sizeOf(row) : undefined),
    text: () => '',
    render: (row) =>
      row.batch !== undefined && sizeOf(row) > 1 ? (
        <BatchLink
          workspace={row.workspace}
          batch={row.batch}
          {...(row.batch === cut ? {} : { words: formatCounted(sizeOf(row), 'run') })}
        />
      ) : null,
  };
  return [...ofOneRun, column];
}

const newest = ({ firedAt, createdAt }: RunLine) => firedAt ?? createdAt;

export function RunsTable({ workspace, batch, actions }: { workspace: string; batch?: string; actions?: ReactNode }) {
  useLiveRuns(workspace);
  const navigate = useNavigate();
  const which = batch === undefined ? { limit: NEWEST } : { batch, limit: WHOLE_BATCH };
  const runs = useCall('runs.list', { workspace, ...which });
  // Those of a batch were made at once, and fired one after the other.
  const rows = useMemo(() => runs.data?.rows.toSorted((a, b) => newest(b) - newest(a)), [runs.data]);
  const { rows: listed = [], matching = 0 } = runs.data ?? {};
  const cut = matching > listed.length ? listed.at(-1)?.batch : undefined;
  const columns = useMemo(() => (batch === undefined ? withBatches(rows, cut) : ofOneRun), [batch, rows, cut]);
  return (
    <DataTable
      id={batch === undefined ? 'runs' : 'runs-of-batch'}
      noun="runs"
      columns={columns}
      rows={rows}
      {...(runs.data ? { total: runs.data.matching } : {})}
      rowId={({ id }) => id}
      query={runs}
      addressOf={({ id }) => routes.run(workspace, id)}
      onOpen={({ id }) => void navigate({ to: '/w/$workspace/support/runs/$run', params: { workspace, run: id } })}
      actions={
        <>
          <OpenAsQuery workspace={workspace} query={runsQuery(batch)} />
          {actions}
        </>
      }
      empty={
        <EmptyState icon={IconFlask} title="No test submission yet">
          Choose a scenario and fire it: the program follows it until it can say whether the outcome was right.
        </EmptyState>
      }
    />
  );
}
