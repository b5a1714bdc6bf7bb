/** Meters of the server in the order of a figure of a month. */
import { Select } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { TeamMeasure } from '#shared/contract/team.ts';
import { TEAM_RANKED_BY } from '#shared/list-columns.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatCounted, formatQuantity, formatShare } from '../../ui/format.ts';
import { OrderControl } from '../../ui/order-control.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { monthWords } from '../coverage/months.ts';
import { figureUnit, formatChange, SHARES } from '../ranking/ranking-words.ts';
import { askTeam, teamKey, useTeam } from './ask-team.ts';
import { MeasureSelect } from './measure-select.tsx';
import { daysOfMonth, monthKey, parseTeamSearch, type TeamRankedBy } from './team-address.ts';
import type { TeamProps } from './team-props.ts';
import { rankedByNames } from './team-words.ts';
import { useOpenMeter } from './use-open-meter.tsx';

type Ranking = CallOutput<'team.ranking'>;
type Row = Ranking['rows'][number];

export function TeamRankingTab(props: TeamProps) {
  const { workspace, server, search } = props;
  const totals = useTeam('team.totals', { workspace, count: 1 }, server);
  const failure = failureOf([totals]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!totals.data) return <LoadingState label="Asking the server what can be compared" />;
  const { measures } = totals.data;
  const measure = measures.find(({ key }) => key === search.measure) ?? measures[0];
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      {measure ? (
        <RankedMeters {...props} measures={measures} measure={measure} />
      ) : (
        <EmptyState icon={IconServer2} title="Nothing to rank yet">
          Meters are ranked as soon as a workspace publishes readings of amounts to the server.
        </EmptyState>
      )}
    </>
  );
}

/** The last month that most meters may have whole. */
function usualMonth({ first, count }: TeamMeasure): string {
  return monthKey(first + Math.max(0, count - 2));
}

interface RankedProps extends TeamProps {
  measures: readonly TeamMeasure[];
  measure: TeamMeasure;
}

function RankedMeters(props: RankedProps) {
  const { workspace, server, search, measure } = props;
  const { by = 'amount', up = false, month = usualMonth(measure) } = search;
  const { open, progress } = useOpenMeter(workspace);
  const input = { workspace, measure: measure.key, ...daysOfMonth(month), by, descending: !up };
  const columns = useMemo(() => columnsOf(by, measure.unit), [by, measure.unit]);
  return (
    <>
      <RankingControls {...props} by={by} up={up} month={month} />
      {progress}
      <PagedTable<Row, Row, Ranking>
        id="team-ranking"
        noun="meters"
        columns={columns}
        searched
        pageSize={100}
        queryKey={teamKey('team.ranking', input, server)}
        abortable
        ask={(page, view, signal) =>
          askTeam('team.ranking', { ...input, ...page, ...(view.search ? { search: view.search } : {}) }, signal)
        }
        onOpen={open}
        empty="No meter can be ranked."
        below={({ unknown, days, lastYearFrom }) => (
          <Dim data-testid="left-out">
            {unknown > 0 ? `${formatCounted(unknown, 'meter')} left out: the figure is not known. ` : ''}
            The change is against {days} days from {lastYearFrom}, of the days that are whole in both, at least half of
            them. A reading that came without a value counts as one that is there.
          </Dim>
        )}
      />
    </>
  );
}

function RankingControls(props: RankedProps & { by: TeamRankedBy; up: boolean; month: string }) {
  const { search, onSearch, measures, measure, by, up, month } = props;
  const change = (next: Record<string, unknown>) => onSearch(parseTeamSearch({ ...search, ...next }));
  const months = Array.from(
    { length: Math.min(measure.count, 240) },
    (_, back) => measure.first + measure.count - 1 - back,
  );
  return (
    <div className="ms-ranking-controls">
      <MeasureSelect {...props} measures={measures} chosen={measure.key} />
      <Select
        label="Ranked by"
        size="xs"
        w={170}
        data={TEAM_RANKED_BY.map((one) => ({ value: one, label: rankedByNames[one] }))}
        value={by}
        onChange={(value) => change({ by: value })}
        allowDeselect={false}
      />
      <OrderControl up={up} onChange={(turned) => change({ up: turned })} />
      <Select
        label="Month"
        size="xs"
        w={120}
        data={months.map((one) => ({ value: monthKey(one), label: monthWords(one) }))}
        value={month}
        onChange={(value) => change({ month: value })}
        allowDeselect={false}
      />
    </div>
  );
}

function columnsOf(by: TeamRankedBy, unit: string): TableColumn<Row>[] {
  const plain = { unsortable: true } as const;
  const figures = TEAM_RANKED_BY.map(
    (one): TableColumn<Row> => ({
      ...plain,
      id: one,
      header: [rankedByNames[one], SHARES.has(one) ? '' : figureUnit(one, unit)].filter(Boolean).join(', '),
      width: [7, 0.4],
      align: 'end',
      value: (row) => row[one],
      ...(one === 'lastYear'
        ? { render: (row: Row) => (row.lastYear === undefined ? null : formatChange(row.lastYear)) }
        : { format: SHARES.has(one) ? formatShare : formatQuantity }),
    }),
  );
  return [
    { ...plain, id: 'place', header: 'Place', width: [3.5, 0], align: 'end', value: (row) => row.place },
    { ...plain, id: 'meter', header: 'Meter', width: [7, 1], value: (row) => row.number ?? row.uid },
    { ...plain, id: 'customer', header: 'Customer', width: [7, 1.2], value: (row) => row.customer },
    ...figures.filter(({ id }) => id === by),
    ...figures.filter(({ id }) => id !== by),
    {
      ...plain,
      id: 'days',
      header: 'Days compared',
      width: [6, 0.2],
      align: 'end',
      value: (row) => row.lastYearDays,
      render: (row) => formatCount(row.lastYearDays),
      hidden: true,
    },
    { ...plain, id: 'address', header: 'Address', width: [8.5, 1], value: (row) => row.address, hidden: true },
    { ...plain, id: 'uid', header: 'Uid', width: [8, 1], value: (row) => row.uid, hidden: true },
  ];
}
