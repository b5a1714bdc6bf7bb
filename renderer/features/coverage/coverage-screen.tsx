/** The portfolio's coverage: how each month is covered over all meters, what is on its way, and the meters, worst first. */
import './coverage.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconCalendarStats } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatDecimals } from '../../ui/format.ts';
import { meterColumn } from '../../ui/meter-column.tsx';
import { type ChosenMeter, choosingMeters, meterPage, meterQuestion } from '../../ui/meter-questions.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { coverageQuery } from '../../ui/screen-queries.ts';
import { EmptyState, FailureState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listChoices } from '../../ui/table/list-question.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { CollectButton } from '../support/collect-button.tsx';
import { BeingCollected } from './being-collected.tsx';
import { coverageColumn, estimatedColumn } from './coverage-columns.tsx';
import { CoverageLegend } from './coverage-legend.tsx';
import { coverageMeaning } from './coverage-words.ts';
import { MonthGrid } from './month-grid.tsx';
import { type MonthAxis, monthWords } from './months.ts';
import { useOpenMonth } from './open-month.ts';
import { portfolioCells } from './portfolio-cells.ts';
import { ShownMonths } from './shown-months.tsx';
import { useCollecting } from './use-collecting.ts';
import { useMonthAxis } from './use-month-axis.ts';

const worstFirst = { column: 'coverage', descending: false };

export function CoverageScreen({ workspace }: { workspace: string }) {
  const [group, setGroup] = useState<string>();
  const scope = { workspace, ...(group === undefined ? {} : { group }) };
  const { data: summary } = useCall('usagePoints.summary', { workspace });
  const collecting = useCollecting(workspace);
  const navigate = useNavigate();
  const [page, setPage] = useState(0);
  const { all, shown: axis } = useMonthAxis(summary, page);
  const openMonth = useOpenMonth(workspace);
  const [month, setMonth] = useState<number | undefined>();
  const list = { ...scope, collecting: [...collecting.meters], ...(month === undefined ? {} : { gapsIn: month }) };
  const columns = useMemo(
    () => columnsOf(workspace, axis, collecting.meters, openMonth),
    [workspace, axis, collecting.meters, openMonth],
  );
  return (
    <Screen
      title="Coverage"
      actions={
        <>
          <OpenAsQuery workspace={workspace} query={coverageQuery(list)} />
          <GroupSelect workspace={workspace} group={group} onGroup={setGroup} />
          <SyncButton {...scope} />
        </>
      }
    >
      <section className="ms-panel ms-coverage-panel" aria-label="Coverage of the portfolio">
        {axis ? <Portfolio scope={scope} axis={axis} onMonth={setMonth} /> : null}
        {all ? <ShownMonths all={all} page={page} onPage={setPage} /> : null}
        <Title order={2}>Being collected</Title>
        <BeingCollected workspace={workspace} collecting={collecting} />
        <CoverageLegend />
      </section>
      {month === undefined ? null : (
        <Group gap="xs" data-testid="chosen-month">
          <Text size="sm">Meters with gaps in {monthWords(month)}: each opens on that month.</Text>
          <Button size="compact-xs" variant="default" onClick={() => setMonth(undefined)}>
            Show all meters
          </Button>
        </Group>
      )}
      <PagedTable<UsagePointRow, ChosenMeter>
        id="coverage"
        noun="meters"
        columns={columns}
        searched
        pageSize={meterPage}
        queryKey={queryKey('usagePoints.list', list)}
        ask={(rows, view) =>
          call('usagePoints.list', { ...list, ...rows, ...meterQuestion({ ...view, sort: view.sort ?? worstFirst }) })
        }
        choices={{
          ...listChoices(summary?.choices),
          ...(collecting.meters.size > 0 ? { collecting: [{ value: 'yes' }, { value: undefined }] } : {}),
        }}
        choosing={choosingMeters(workspace, list, (chosen) => (
          <CollectButton compact workspace={workspace} meters={[...new Set(chosen.map(({ uid }) => uid))]} />
        ))}
        addressOf={({ id }) => routes.meter(workspace, id)}
        rawOf={({ id }) => routes.entry(workspace, id)}
        onOpen={({ id }) =>
          month === undefined
            ? void navigate({
                to: '/w/$workspace/meters/$usagePoint',
                params: { workspace, usagePoint: id },
                search: { tab: 'coverage' },
              })
            : openMonth(id, month)
        }
        empty={
          <EmptyState icon={IconCalendarStats} title="No meters yet" action={<SyncButton workspace={workspace} />}>
            Coverage appears as soon as a meter’s data is fetched or a file is opened.
          </EmptyState>
        }
      />
    </Screen>
  );
}

function columnsOf(
  workspace: string,
  axis: MonthAxis | undefined,
  collecting: ReadonlySet<string>,
  openMonth: (usagePoint: string, month: number) => void,
): TableColumn<UsagePointRow>[] {
  return [
    { ...meterColumn, width: [7.5, 0.5] },
    { id: 'customer', header: 'Customer', width: [8, 0.8], value: (row) => row.customerName },
    { id: 'service', header: 'Service', width: [5.5, 0.2], value: (row) => row.serviceKind?.label, filter: true },
    coverageColumn(workspace, axis, collecting, [16, 3], openMonth),
    {
      id: 'missing',
      header: 'Days missing',
      width: [7.5, 0],
      align: 'end',
      value: missingDays,
      render: (row) => {
        const days = missingDays(row);
        return days === undefined
          ? ''
          : days === 0
            ? '0'
            : days < 0.1
              ? `< ${formatDecimals(0.1, 1)}`
              : formatDecimals(days, 1);
      },
    },
    estimatedColumn,
    {
      id: 'collecting',
      header: 'Collecting',
      width: [6, 0],
      value: (row) => (collecting.has(row.uid) ? 'yes' : undefined),
      filter: true,
    },
    { id: 'address', header: 'Address', width: [8.5, 1], value: (row) => row.address, hidden: true },
    { id: 'uid', header: 'Uid', width: [8, 1], value: (row) => row.uid, hidden: true },
  ];
}

function missingDays({ missingSeconds }: UsagePointRow): number | undefined {
  return missingSeconds === undefined ? undefined : missingSeconds / 86_400;
}

interface PortfolioProps {
  scope: { workspace: string; group?: string };
  axis: MonthAxis;
  onMonth: (month: number) => void;
}

function Portfolio({ scope, axis, onMonth }: PortfolioProps) {
  const answer = useCall('coverage.portfolio', { ...scope, ...axis }, { keepPrevious: true });
  if (answer.error) return <FailureState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return null;
  return (
    <>
      <MonthGrid
        label={scope.group === undefined ? 'Coverage by month, all meters' : 'Coverage by month, meters of the group'}
        cells={portfolioCells(answer.data, axis, onMonth)}
        earlier={answer.isPlaceholderData}
      />
      <Dim>
        Coverage of each month, over the meters with data in it (one under two authorizations counts once); months are
        the meters’ own. A month with gaps leads to its meters. {coverageMeaning}
      </Dim>
    </>
  );
}
