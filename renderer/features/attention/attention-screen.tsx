/** What needs somebody's attention: the screen to open in the morning. */
import { Badge, Tabs, Text } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AttentionLine, AttentionThresholds } from '#shared/contract/attention.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { type Route, routes } from '#shared/routes.ts';
import { useCall, useWorkspace } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatUtcMinute } from '../../ui/format.ts';
import { Screen } from '../../ui/screen.tsx';
import { type Asked, EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { type AttentionSearch, isKind, kindNames, parseAttentionSearch } from './attention-address.ts';
import { sinceOf, subjectOf, whatOf, whoseOf } from './attention-words.ts';
import { NextStep } from './next-step.tsx';
import { ThresholdsButton } from './thresholds-button.tsx';

/** Lines that are here at once; tabs and groups lead to others. */
const MOST_LINES = 5000;

/** What is not there is missed, what will be missed soon, and what may be wrong. */
const kindColor: Readonly<Record<AttentionLine['kind'], string>> = {
  stopped: 'red',
  collection: 'red',
  expiring: 'yellow',
  bill: 'yellow',
  gap: 'yellow',
  estimated: 'gray',
};

interface AttentionScreenProps {
  workspace: string;
  search: AttentionSearch;
  onSearch: (search: AttentionSearch) => void;
}

export function AttentionScreen({ workspace, search, onSearch }: AttentionScreenProps) {
  const input = { workspace, ...search, limit: MOST_LINES };
  const list = useCall('attention.list', input, { keepPrevious: true, fresh: true });
  if (!list.data) {
    return list.error ? (
      <FailureState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <LoadingState label="Looking at every meter" />
    );
  }
  const { counts, now, thresholds } = list.data;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Screen
      title="Attention"
      facts={
        <Text size="sm" c="dimmed" data-testid="judged">
          Judged by the service’s clock: {formatUtcMinute(now)}
        </Text>
      }
      actions={
        <>
          <GroupSelect
            workspace={workspace}
            group={search.group}
            onGroup={(group) => onSearch(parseAttentionSearch({ ...search, group }))}
          />
          <ThresholdsButton workspace={workspace} thresholds={thresholds} />
          <SyncButton workspace={workspace} {...(search.group ? { group: search.group } : {})} />
        </>
      }
    >
      <Tabs
        className="ms-tabs"
        value={search.kind ?? 'all'}
        onChange={(kind) => onSearch(parseAttentionSearch({ ...search, kind: isKind(kind) ? kind : undefined }))}
      >
        <Tabs.List>
          <Tabs.Tab value="all">All ({formatCount(all)})</Tabs.Tab>
          {Object.entries(kindNames).map(([kind, name]) => (
            <Tabs.Tab key={kind} value={kind}>
              {name} ({formatCount(isKind(kind) ? counts[kind] : 0)})
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={search.kind ?? 'all'}>
          <Lines workspace={workspace} list={list.data} query={list} />
        </Tabs.Panel>
      </Tabs>
      <Dim>
        Data and bills are due by what is usual for the meter, as of its last fetch. Nothing is said to be due of
        authorizations that were never fetched or that ended, and of files.
      </Dim>
    </Screen>
  );
}

interface LinesProps {
  workspace: string;
  list: CallOutput<'attention.list'>;
  query: Asked;
}

function Lines({ workspace, list: { rows, matching, thresholds, now }, query }: LinesProps) {
  const mayCollect = useWorkspace(workspace)?.kind !== 'files';
  const open = useOpenLine(workspace);
  const columns = useMemo(
    () => columnsOf(workspace, thresholds, now, mayCollect),
    [workspace, thresholds, now, mayCollect],
  );
  return (
    <DataTable
      id="attention"
      noun="lines"
      columns={columns}
      rows={rows}
      total={matching}
      others="Choose a kind or a group."
      rowId={idOf}
      query={query}
      addressOf={(line) => addressOf(workspace, line)}
      onOpen={open}
      empty={
        <EmptyState icon={IconBellCheck} title="Nothing needs attention">
          Nothing of this kind, by the thresholds of this workspace.
        </EmptyState>
      }
    />
  );
}

function useOpenLine(workspace: string): (line: AttentionLine) => void {
  const navigate = useNavigate();
  return (line) => {
    if (line.kind === 'expiring') {
      const params = { workspace, authorization: line.authorization.id };
      return void navigate({ to: '/w/$workspace/authorizations/$authorization', params });
    }
    if (line.kind === 'collection') {
      const params = { workspace, collection: line.collection.id };
      return void navigate({ to: '/w/$workspace/collections/$collection', params });
    }
    void navigate({
      to: '/w/$workspace/meters/$usagePoint',
      params: { workspace, usagePoint: line.meter.id },
      search: { tab: line.kind === 'bill' ? 'bills' : line.kind === 'estimated' ? 'readings' : 'coverage' },
    });
  };
}

function addressOf(workspace: string, line: AttentionLine): Route {
  if (line.kind === 'expiring') return routes.authorization(workspace, line.authorization.id);
  if (line.kind === 'collection') return routes.collection(workspace, line.collection.id);
  return routes.meter(workspace, line.meter.id);
}

function idOf(line: AttentionLine): string {
  const about =
    line.kind === 'expiring' ? line.authorization.id : line.kind === 'collection' ? line.collection.id : line.meter.id;
  return `${line.kind} ${about}`;
}

function columnsOf(
  workspace: string,
  thresholds: AttentionThresholds,
  now: number,
  mayCollect: boolean,
): TableColumn<AttentionLine>[] {
  return [
    {
      id: 'kind',
      header: 'What',
      width: [9.5, 0],
      value: (line) => kindNames[line.kind],
      render: (line) => (
        <Badge size="sm" color={kindColor[line.kind]}>
          {kindNames[line.kind]}
        </Badge>
      ),
    },
    { id: 'about', header: 'Of', width: [9, 0.6], value: subjectOf },
    { id: 'whose', header: 'Whose', width: [9, 1.2], value: whoseOf },
    { id: 'since', header: 'Since', width: [6, 0], value: sinceOf },
    { id: 'text', header: 'Why', width: [18, 3], value: (line) => whatOf(line, thresholds, now) },
    {
      id: 'next',
      header: 'Next step',
      width: [10.5, 0],
      value: () => undefined,
      render: (line) => <NextStep workspace={workspace} line={line} mayCollect={mayCollect} />,
      text: () => '',
      unsortable: true,
    },
  ];
}
