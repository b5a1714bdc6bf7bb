/** Meters (usage points) in a table: all of a workspace, or those of one authorization. */
import { IconGauge } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { tariffName } from '#shared/espi/tariff.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount } from '../../ui/format.ts';
import { meterColumn } from '../../ui/meter-column.tsx';
import { meterCountWords } from '../../ui/meter-name.ts';
import { type ChosenMeter, choosingMeters, meterPage, meterQuestion } from '../../ui/meter-questions.ts';
import { noteColumn } from '../../ui/service-note.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listChoices } from '../../ui/table/list-question.ts';
import { coverageColumn, estimatedColumn } from '../coverage/coverage-columns.tsx';
import { useCollecting } from '../coverage/use-collecting.ts';
import { useMonthAxis } from '../coverage/use-month-axis.ts';
import { ExportButton } from '../export/export-dialog.tsx';
import { MarkButton } from '../groups/mark-dialog.tsx';
import { useTagsColumns } from '../groups/tag-chips.tsx';
import { TakeOutButton } from '../groups/take-out-button.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { SumButton } from '../portfolio/sum-button.tsx';
import { problemsColumn } from '../problems/problems-column.tsx';
import { CollectButton } from '../support/collect-button.tsx';
import type { MetersSearch } from './meters-address.ts';

/** Of a workspace of files alone. */
const fileColumn: TableColumn<UsagePointRow> = {
  id: 'file',
  header: 'File',
  width: [8, 1.5],
  value: (row) => row.file,
  filter: true,
};

const firstColumns: TableColumn<UsagePointRow>[] = [
  { id: 'customer', header: 'Customer', width: [8, 1.5], value: (row) => row.customerName },
  { id: 'address', header: 'Address', width: [8.5, 2], value: (row) => row.address },
  { id: 'service', header: 'Service', width: [5.5, 0.5], value: (row) => row.serviceKind?.label, filter: true },
  { id: 'tariff', header: 'Tariff', width: [5, 0.5], value: (row) => tariffName(row.tariff), filter: true },
];

const lastColumns: TableColumn<UsagePointRow>[] = [
  { id: 'readings', header: 'Readings', width: [5.5, 0.2], value: (row) => row.readings, format: formatCount },
  { id: 'bills', header: 'Bills', width: [3.5, 0], align: 'end', value: (row) => row.bills },
  { id: 'first', header: 'First', width: [6.5, 0], value: (row) => row.firstDay, hidden: true },
  { id: 'last', header: 'Last data', width: [6, 0], value: (row) => row.lastDay },
  problemsColumn,
  { id: 'status', header: 'Status', width: [5, 0.4], value: (row) => row.status?.label, filter: true, hidden: true },
  { ...noteColumn, width: [8, 1], hidden: true },
  {
    id: 'utility',
    header: 'Utility',
    width: [5.5, 0.3],
    value: (row) => row.service?.utility,
    filter: true,
    hidden: true,
  },
  { id: 'series', header: 'Series', width: [4.5, 0], align: 'end', value: (row) => row.series, hidden: true },
  { id: 'title', header: 'Title', width: [9, 1], value: (row) => row.title, hidden: true },
  { id: 'uid', header: 'Uid', width: [8, 1], value: (row) => row.uid, hidden: true },
  { id: 'authorization', header: 'Authorization', width: [8, 1], value: (row) => row.authorization, hidden: true },
];

interface MeterTableProps {
  workspace: string;
  authorization?: string;
  /** Which of them are meant. */
  scope?: MetersSearch;
  empty?: ReactNode;
}

export function MeterTable({ workspace, authorization, scope = {}, empty }: MeterTableProps) {
  const all = { workspace, ...(authorization ? { authorization } : {}) };
  const input = { ...all, ...scope };
  const { data: summary } = useCall('usagePoints.summary', all);
  const navigate = useNavigate();
  const fromFiles = summary?.choices.file?.some(({ value }) => value !== null) ?? false;
  const columns = useColumns(workspace, summary, fromFiles);
  const counted = summary && meterCountWords(summary);
  const narrowed = scope.group !== undefined || scope.tag !== undefined;
  const { file, ...choices } = listChoices(summary?.choices) ?? {};
  return (
    <PagedTable<UsagePointRow, ChosenMeter>
      id={authorization ? 'meters-of-authorization' : 'meters'}
      noun="meters"
      columns={columns}
      searched
      pageSize={meterPage}
      queryKey={queryKey('usagePoints.list', input)}
      ask={(page, view) => call('usagePoints.list', { ...input, ...page, ...meterQuestion(view) })}
      choices={fromFiles && file ? { ...choices, file } : choices}
      choosing={choosingMeters(workspace, input, (chosen) => (
        <ChosenActions workspace={workspace} group={scope.group} chosen={chosen} />
      ))}
      actions={counted && !narrowed ? <Dim>{counted}</Dim> : null}
      addressOf={({ id }) => routes.meter(workspace, id)}
      rawOf={({ id }) => routes.entry(workspace, id)}
      onOpen={({ id }) =>
        void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint: id } })
      }
      empty={
        empty ?? (
          <EmptyState icon={IconGauge} title="No meters yet" action={<SyncButton workspace={workspace} />}>
            Meters appear as soon as an authorization’s data is fetched or a Green Button file is opened.
          </EmptyState>
        )
      }
    />
  );
}

function useColumns(workspace: string, summary: CallOutput<'usagePoints.summary'> | undefined, fromFiles: boolean) {
  const { shown: axis } = useMonthAxis(summary);
  const { meters: collecting } = useCollecting(workspace);
  const tags = useTagsColumns(workspace);
  return useMemo(
    () => [
      meterColumn,
      ...(fromFiles ? [fileColumn] : []),
      ...firstColumns,
      ...tags,
      coverageColumn(workspace, axis, collecting, [11, 1.8]),
      estimatedColumn,
      ...lastColumns,
    ],
    [workspace, axis, collecting, fromFiles, tags],
  );
}

interface ChosenActionsProps {
  workspace: string;
  /** Where only the meters of one group are listed. */
  group: string | undefined;
  chosen: readonly ChosenMeter[];
}

function ChosenActions({ workspace, group, chosen }: ChosenActionsProps) {
  const ids = chosen.map(({ id }) => id);
  const label = ids.length === 1 ? 'The selected meter' : `The ${formatCount(ids.length)} selected meters`;
  return (
    <>
      <MarkButton compact workspace={workspace} kind="meter" ids={ids} />
      {group === undefined ? null : <TakeOutButton workspace={workspace} group={group} meters={ids} />}
      <SumButton workspace={workspace} meters={ids} />
      <CollectButton compact workspace={workspace} meters={[...new Set(chosen.map(({ uid }) => uid))]} />
      <ExportButton compact workspace={workspace} scopes={[{ id: 'chosen', label, selection: { usagePoints: ids } }]} />
    </>
  );
}
