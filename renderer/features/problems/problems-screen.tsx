/** What could not be read or joined: nothing is dropped in silence. */
import { Badge, Code, Drawer, Stack, Tabs, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ProblemView } from '#shared/contract/files.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { XmlView } from '../../ui/xml/xml-view.tsx';

const severityColor = { error: 'red', warning: 'yellow', info: 'gray' } as const;

/** A problem has no id of its own; its place in the list is stable as long as the list is. */
type NumberedProblem = ProblemView & { number: number };

const columns: TableColumn<NumberedProblem>[] = [
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

type Unattached = CallOutput<'entries.unattached'>[number];

const unattachedColumns: TableColumn<Unattached>[] = [
  { id: 'kind', header: 'Kind', width: [10, 1], value: (row) => row.kind, filter: true },
  { id: 'title', header: 'Title', width: [12, 2], value: (row) => row.title },
  { id: 'href', header: 'Link', width: [16, 3], value: (row) => row.href },
];

export function ProblemsScreen({ workspace }: { workspace: string }) {
  const problems = useCall('problems.list', { workspace });
  const unattached = useCall('entries.unattached', { workspace });
  const numbered = useMemo(() => problems.data?.map((problem, number) => ({ ...problem, number })), [problems.data]);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ProblemView>();
  return (
    <Screen title="Problems">
      <Tabs defaultValue="problems" className="ms-tabs" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="problems">Problems ({problems.data?.length ?? '…'})</Tabs.Tab>
          <Tabs.Tab value="unattached">Unattached entries ({unattached.data?.length ?? '…'})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="problems">
          <DataTable
            id="problems"
            noun="problems"
            columns={columns}
            rows={numbered}
            rowId={({ number }) => String(number)}
            query={problems}
            onOpen={setOpened}
            empty={
              <EmptyState icon={IconCircleCheck} title="No problems">
                Everything received in this workspace could be read.
              </EmptyState>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="unattached">
          <DataTable
            id="unattached"
            noun="entries"
            columns={unattachedColumns}
            rows={unattached.data}
            rowId={({ id }) => id}
            query={unattached}
            onOpen={({ id }) => void navigate({ to: '/w/$workspace/entries/$entry', params: { workspace, entry: id } })}
            empty={
              <EmptyState icon={IconCircleCheck} title="No unattached entries">
                Every entry could be linked to what it belongs to.
              </EmptyState>
            }
          />
        </Tabs.Panel>
      </Tabs>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        title="Problem"
        size="lg"
      >
        {opened ? (
          <Stack gap="sm" h="calc(100dvh - 6rem)">
            <Text>{opened.message}</Text>
            <Dim size="sm">
              {opened.source}
              {opened.line === undefined ? '' : `, line ${opened.line}`}
              {opened.column === undefined ? '' : `, column ${opened.column}`}
            </Dim>
            <Code>{opened.code}</Code>
            {opened.raw ? <XmlView xml={opened.raw} label="The entry as it was received" /> : null}
          </Stack>
        ) : null}
      </Drawer>
    </Screen>
  );
}
