/** What could not be read or joined: nothing is dropped in silence. */
import { Badge, Code, Drawer, Stack, Tabs, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProblemView } from '#shared/contract/files.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import type { PROBLEM_COLUMNS, UNATTACHED_COLUMNS } from '#shared/list-columns.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { problemsQuery } from '../../ui/screen-queries.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listChoices, listQuestion } from '../../ui/table/list-question.ts';
import { XmlView } from '../../ui/xml/xml-view.tsx';

const severityColor = { error: 'red', warning: 'yellow', info: 'gray' } as const;

const columns: TableColumn<ProblemView>[] = [
  {
    id: 'severity',
    header: 'Kind',
    width: [5.5, 0],
    value: (row) => row.severity,
    render: (row) => (
      <Badge size="sm" color={severityColor[row.severity]}>
        {row.severity}
      </Badge>
    ),
    filter: true,
  },
  { id: 'message', header: 'What is wrong', width: [18, 4], value: (row) => row.message },
  { id: 'code', header: 'Code', width: [10, 1], value: (row) => row.code, filter: true },
  { id: 'source', header: 'Found in', width: [11, 2], value: (row) => row.source, filter: true },
  { id: 'line', header: 'Line', width: [4.5, 0], align: 'end', value: (row) => row.line },
  { id: 'entry', header: 'Entry', width: [4.5, 0], align: 'end', value: (row) => row.entry },
];

type Unattached = CallOutput<'unattached.list'>['rows'][number];

const unattachedColumns: TableColumn<Unattached>[] = [
  { id: 'kind', header: 'Kind', width: [10, 1], value: (row) => row.kind, filter: true },
  { id: 'title', header: 'Title', width: [12, 2], value: (row) => row.title },
  { id: 'href', header: 'Link', width: [16, 3], value: (row) => row.href },
];

/** Rows that are asked for at once: some more than a screen shows. */
const pageSize = 100;

export function ProblemsScreen({ workspace }: { workspace: string }) {
  const problems = useCall('problems.list', { workspace, limit: 1 }).data?.total;
  const unattached = useCall('unattached.list', { workspace, limit: 1 }).data?.total;
  return (
    <Screen title="Problems" actions={<OpenAsQuery workspace={workspace} query={problemsQuery} />}>
      <Tabs defaultValue="problems" className="ms-tabs" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="problems">Problems ({problems === undefined ? '…' : formatCount(problems)})</Tabs.Tab>
          <Tabs.Tab value="unattached">
            Unattached entries ({unattached === undefined ? '…' : formatCount(unattached)})
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="problems">
          <Problems workspace={workspace} />
        </Tabs.Panel>
        <Tabs.Panel value="unattached">
          <UnattachedEntries workspace={workspace} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function Problems({ workspace }: { workspace: string }) {
  const choices = useCall('problems.choices', { workspace }).data;
  const [opened, setOpened] = useState<ProblemView>();
  return (
    <>
      <PagedTable
        id="problems"
        noun="problems"
        columns={columns}
        searched
        pageSize={pageSize}
        queryKey={queryKey('problems.list', { workspace })}
        ask={(page, view) =>
          call('problems.list', { workspace, ...page, ...listQuestion<(typeof PROBLEM_COLUMNS)[number]>(view) })
        }
        choices={listChoices(choices)}
        rawOf={(problem) => (problem.raw ? () => setOpened(problem) : undefined)}
        onOpen={setOpened}
        empty={
          <EmptyState icon={IconCircleCheck} title="No problems">
            Everything received in this workspace could be read.
          </EmptyState>
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        title="Problem"
        size="lg"
      >
        {opened ? <Problem problem={opened} /> : null}
      </Drawer>
    </>
  );
}

function Problem({ problem: { message, source, line, column, code, raw } }: { problem: ProblemView }) {
  return (
    <Stack gap="sm" h="calc(100dvh - 6rem)">
      <Text>{message}</Text>
      <Dim size="sm">
        {source}
        {line === undefined ? '' : `, line ${line}`}
        {column === undefined ? '' : `, column ${column}`}
      </Dim>
      <Code>{code}</Code>
      {raw ? <XmlView xml={raw} label="The entry as it was received" /> : null}
    </Stack>
  );
}

function UnattachedEntries({ workspace }: { workspace: string }) {
  const choices = useCall('unattached.choices', { workspace }).data;
  const navigate = useNavigate();
  return (
    <PagedTable
      id="unattached"
      noun="entries"
      columns={unattachedColumns}
      searched
      pageSize={pageSize}
      queryKey={queryKey('unattached.list', { workspace })}
      ask={(page, view) =>
        call('unattached.list', { workspace, ...page, ...listQuestion<(typeof UNATTACHED_COLUMNS)[number]>(view) })
      }
      choices={listChoices(choices)}
      addressOf={({ id }) => routes.entry(workspace, id)}
      rawOf={({ id }) => routes.entry(workspace, id)}
      onOpen={({ id }) => void navigate({ to: '/w/$workspace/entries/$entry', params: { workspace, entry: id } })}
      empty={
        <EmptyState icon={IconCircleCheck} title="No unattached entries">
          Every entry could be linked to what it belongs to.
        </EmptyState>
      }
    />
  );
}
