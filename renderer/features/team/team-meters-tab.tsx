import { IconServer2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TeamMeter } from '#shared/contract/team.ts';
import { tariffName } from '#shared/espi/tariff.ts';
import type { TEAM_COLUMNS } from '#shared/list-columns.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatShare, formatUtcDay, formatUtcMinute } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listChoices, listQuestion } from '../../ui/table/list-question.ts';
import { askTeam, teamKey, useTeam } from './ask-team.ts';
import type { TeamOf } from './team-props.ts';
import { stateNames } from './team-words.ts';
import { useOpenMeter } from './use-open-meter.tsx';

const day = (epoch: number | undefined) => (epoch === undefined ? undefined : formatUtcDay(epoch * 1000));

const columns: TableColumn<TeamMeter>[] = [
  { id: 'meter', header: 'Meter', width: [6.6, 1.2], value: (row) => row.number ?? row.uid },
  {
    id: 'state',
    header: 'This workspace',
    width: [7.9, 0.3],
    value: (row) => row.state,
    names: stateNames,
    filter: true,
  },
  { id: 'customer', header: 'Customer', width: [7.3, 1.5], value: (row) => row.customer },
  { id: 'address', header: 'Address', width: [7.5, 1.5], value: (row) => row.address },
  { id: 'service', header: 'Service', width: [5.5, 0.4], value: (row) => row.service, filter: true },
  { id: 'tariff', header: 'Tariff', width: [4.8, 0.5], value: (row) => tariffName(row.tariff), filter: true },
  { id: 'coverage', header: 'Coverage', width: [5.5, 0.2], value: (row) => row.coverage, format: formatShare },
  { id: 'readings', header: 'Readings', width: [5.5, 0.2], value: (row) => row.readings, format: formatCount },
  {
    id: 'first',
    header: 'First, UTC',
    width: [6.5, 0],
    value: (row) => row.firstReading,
    instant: 'seconds',
    render: (row) => day(row.firstReading),
    hidden: true,
  },
  {
    id: 'last',
    header: 'Last data, UTC',
    width: [7.5, 0],
    value: (row) => row.lastReading,
    instant: 'seconds',
    render: (row) => day(row.lastReading),
  },
  { id: 'publisher', header: 'Published by', width: [7, 0.6], value: (row) => row.publisher, filter: true },
  {
    id: 'published',
    header: 'Published, UTC',
    width: [8, 0.2],
    value: (row) => row.publishedAt,
    instant: 'milliseconds',
    render: (row) => (row.publishedAt === undefined ? '' : formatUtcMinute(row.publishedAt)),
    hidden: true,
  },
  { id: 'title', header: 'Title', width: [9, 1], value: (row) => row.title, hidden: true },
  { id: 'uid', header: 'Uid', width: [8, 1], value: (row) => row.uid, hidden: true },
  { id: 'id', header: 'Id', width: [8, 1], value: (row) => row.id, hidden: true },
];

/** The meters of the server; one is opened by what is taken over of it. */
export function TeamMetersTab({ workspace, server }: TeamOf) {
  const { open, progress } = useOpenMeter(workspace);
  const summary = useTeam('team.summary', { workspace }, server);
  const choices = useMemo(() => listChoices(summary.data?.choices), [summary.data]);
  return (
    <>
      {progress}
      <PagedTable<TeamMeter>
        id="team-meters"
        noun="meters"
        columns={columns}
        searched
        pageSize={200}
        queryKey={teamKey('team.meters', { workspace }, server)}
        abortable
        ask={(page, view, signal) => {
          const question = listQuestion<(typeof TEAM_COLUMNS)[number]>(view);
          return askTeam('team.meters', { workspace, ...page, ...question }, signal);
        }}
        choices={choices}
        onOpen={open}
        empty={
          <EmptyState icon={IconServer2} title="The server has no meters yet">
            Meters appear as soon as a workspace publishes to it.
          </EmptyState>
        }
        below={() => (
          <Dim>
            Opening a meter takes all of its readings, bills and names into this workspace, a copy, or what the server
            has of it by now; one that is here as it is there opens at once. Coverage is of the series with the most
            readings, from its first to its last reading.
          </Dim>
        )}
      />
    </>
  );
}
