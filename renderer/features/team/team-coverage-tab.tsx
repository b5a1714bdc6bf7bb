/** What there is of the meters of the server, month by month: of all of them, and of each. */
import { IconServer2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { MonthShares } from '#shared/contract/coverage.ts';
import type { TeamMeter } from '#shared/contract/team.ts';
import type { TEAM_COLUMNS } from '#shared/list-columns.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatCounted, formatShare } from '../../ui/format.ts';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listQuestion } from '../../ui/table/list-question.ts';
import { coverageMeaning } from '../coverage/coverage-words.ts';
import { MonthGrid } from '../coverage/month-grid.tsx';
import { ShareStrip } from '../coverage/month-strip.tsx';
import type { MonthAxis } from '../coverage/months.ts';
import { portfolioCells } from '../coverage/portfolio-cells.ts';
import { ShownMonths } from '../coverage/shown-months.tsx';
import { useMonthAxis } from '../coverage/use-month-axis.ts';
import { askTeam, teamKey, useTeam } from './ask-team.ts';
import type { TeamOf } from './team-props.ts';
import { unplacedMeaning } from './team-words.ts';
import { useOpenMeter } from './use-open-meter.tsx';

/** A meter with what there is of it by month; nothing where the server does not know. */
type Row = TeamMeter & { shares?: MonthShares };

export function TeamCoverageTab({ workspace, server }: TeamOf) {
  const summary = useTeam('team.summary', { workspace }, server);
  const [page, setPage] = useState(0);
  const { all, shown: axis } = useMonthAxis(summary.data, page);
  const failure = failureOf([summary]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!summary.data) return <LoadingState label="Asking the server for its months" />;
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      {all && axis ? (
        <>
          {/* What is shown until other months are here would stand under their names. */}
          <AllMeters key={axis.first} workspace={workspace} server={server} axis={axis} />
          <ShownMonths all={all} page={page} onPage={setPage} />
          <EachMeter key={`each ${axis.first}`} workspace={workspace} server={server} axis={axis} />
        </>
      ) : (
        <EmptyState icon={IconServer2} title="The server has no readings yet">
          What there is and what is missing shows as soon as a workspace publishes readings to it.
        </EmptyState>
      )}
    </>
  );
}

interface CoverageProps extends TeamOf {
  axis: MonthAxis;
}

function AllMeters({ workspace, server, axis }: CoverageProps) {
  const answer = useTeam('team.coverage', { workspace, ...axis }, server);
  if (answer.error) return <FailureState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState label="Asking the server for coverage" />;
  const { unplaced, meters } = answer.data;
  return (
    <>
      <MonthGrid
        label="Coverage by month, all meters of the server"
        cells={portfolioCells(answer.data, axis)}
        earlier={answer.isPlaceholderData}
      />
      <Dim data-testid="left-out">
        Coverage of each month, over the meters with data in it; months are the meters’ own. {coverageMeaning} Of a
        meter with gaps it is the number of its readings times their length.{' '}
        {unplaced > 0
          ? `${formatCount(unplaced)} of ${formatCounted(meters, 'meter')} left out: ${unplacedMeaning}`
          : ''}
      </Dim>
    </>
  );
}

const columnsOf = (axis: MonthAxis): TableColumn<Row>[] => [
  { id: 'meter', header: 'Meter', width: [7.5, 0.8], value: (row) => row.number ?? row.uid },
  { id: 'customer', header: 'Customer', width: [8, 0.8], value: (row) => row.customer },
  { id: 'service', header: 'Service', width: [5.5, 0.2], value: (row) => row.service },
  {
    id: 'coverage',
    header: 'Coverage',
    width: [16, 3],
    value: (row) => row.coverage,
    render: (row) => (
      <span className="ms-strip-cell">
        {row.shares ? <ShareStrip axis={axis} shares={row.shares} collecting={false} /> : <Dim>not known by month</Dim>}
        <span className="ms-num">{row.coverage === undefined ? '' : formatShare(row.coverage)}</span>
      </span>
    ),
  },
  { id: 'address', header: 'Address', width: [8.5, 1], value: (row) => row.address, hidden: true },
];

function EachMeter({ workspace, server, axis }: CoverageProps) {
  const { open, progress } = useOpenMeter(workspace);
  const columns = useMemo(() => columnsOf(axis), [axis]);
  return (
    <>
      {progress}
      <PagedTable<Row>
        id="team-coverage"
        noun="meters"
        columns={columns}
        searched
        pageSize={100}
        queryKey={[...teamKey('team.meters', { workspace }, server), axis]}
        abortable
        ask={async (page, view, signal) => {
          const limit = Math.min(page.limit, 500);
          const question = listQuestion<(typeof TEAM_COLUMNS)[number]>(view);
          const answer = await askTeam('team.meters', { workspace, ...page, limit, ...question }, signal);
          const meters = answer.rows.map(({ id }) => id);
          const shares =
            meters.length === 0 ? [] : await askTeam('team.shares', { workspace, meters, ...axis }, signal);
          const found = new Map(shares.map((one) => [one.usagePoint, one]));
          return {
            ...answer,
            rows: answer.rows.map((row): Row => {
              const own = found.get(row.id);
              return own ? { ...row, shares: own } : row;
            }),
          };
        }}
        onOpen={open}
        empty="The server has no meters yet."
      />
    </>
  );
}
