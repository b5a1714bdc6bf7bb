/** All authorizations of a workspace. */
import { Badge } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';
import type { AUTHORIZATION_COLUMNS } from '#shared/list-columns.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { formatAge, formatCount, formatDuration, formatShare } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { authorizationsQuery } from '../../ui/screen-queries.ts';
import { noteColumn } from '../../ui/service-note.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type PagedView, type TableColumn } from '../../ui/table/index.ts';
import { listChoices, listQuestion } from '../../ui/table/list-question.ts';
import { CoverageStrip } from '../coverage/coverage-strip.tsx';
import { ExportButton } from '../export/export-dialog.tsx';
import { MarkButton } from '../groups/mark-dialog.tsx';
import { useTagsColumns } from '../groups/tag-chips.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { problemsColumn } from '../problems/problems-column.tsx';
import { expiryWords, scopeWords, statusColor } from './authorization-words.ts';

const DAY_MS = 86_400_000;
const day = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10));

const firstColumns: TableColumn<AuthorizationRow>[] = [
  { id: 'customer', header: 'Customer', width: [10, 2], value: (row) => row.customerName ?? row.uid },
  {
    id: 'status',
    header: 'Status',
    width: [7, 0.5],
    value: (row) => row.status.label,
    render: (row) => (
      <Badge size="sm" color={statusColor(row.status)}>
        {row.status.label}
      </Badge>
    ),
    filter: true,
  },
  { id: 'uid', header: 'Uid', width: [7, 1], value: (row) => row.uid },
  { id: 'utility', header: 'Utility', width: [5.5, 0.3], value: (row) => row.service?.utility, filter: true },
  { id: 'services', header: 'Services', width: [6, 0.6], value: (row) => row.services, filter: true },
  { id: 'tariffs', header: 'Tariffs', width: [5, 0.6], value: (row) => row.tariffs, filter: true },
  { id: 'scope', header: 'Scope', width: [8, 2], value: (row) => scopeWords(row.scope) },
  { id: 'meters', header: 'Meters', width: [5, 0.2], align: 'end', value: (row) => row.usagePoints },
  { id: 'readings', header: 'Readings', width: [6.5, 0.3], value: (row) => row.readings, format: formatCount },
  {
    id: 'coverage',
    header: 'Coverage',
    width: [8, 0.4],
    value: (row) => row.coverage,
    render: (row) => <CoverageStrip coverage={row.coverage} estimated={row.estimated} />,
    text: (row) => (row.coverage === undefined ? '' : formatShare(row.coverage)),
  },
  { id: 'first', header: 'First data', width: [6.5, 0], value: (row) => row.firstDay, hidden: true },
  { id: 'last', header: 'Last data', width: [6.5, 0], value: (row) => row.lastDay },
  { id: 'created', header: 'Created', width: [6.5, 0], value: (row) => day(row.created), hidden: true },
  {
    id: 'age',
    header: 'Age',
    width: [4.5, 0],
    align: 'end',
    value: (row) => (row.created === undefined ? undefined : Math.floor((Date.now() - row.created) / DAY_MS)),
    render: (row) => (row.created === undefined ? null : formatDuration(Date.now() - row.created)),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: [8, 0.3],
    value: (row) => day(row.expiresAt === undefined ? undefined : row.expiresAt * 1000),
    render: (row) => expiryWords(row, Date.now()),
  },
  {
    id: 'fetched',
    header: 'Fetched',
    width: [7, 0.3],
    value: (row) => row.syncedAt,
    instant: 'milliseconds',
    render: (row) => (row.syncedAt === undefined ? 'not yet' : formatAge(Date.now() - row.syncedAt)),
    hidden: true,
  },
];

const lastColumns: TableColumn<AuthorizationRow>[] = [
  noteColumn,
  { ...problemsColumn, width: [6, 0] },
  {
    id: 'referral',
    header: 'Referral',
    width: [7, 1],
    value: (row) => row.service?.referrals.join(', ') || undefined,
    hidden: true,
  },
  { id: 'nickname', header: 'Nickname', width: [8, 1], value: (row) => row.service?.nickname, hidden: true },
  { id: 'title', header: 'Title', width: [9, 1], value: (row) => row.title, hidden: true },
];

/** Rows that are asked for at once: some more than a screen shows. */
const pageSize = 100;

const question = (view: PagedView) => listQuestion<(typeof AUTHORIZATION_COLUMNS)[number]>(view);

export function AuthorizationsScreen({ workspace }: { workspace: string }) {
  const summary = useCall('authorizations.summary', { workspace });
  const navigate = useNavigate();
  const tags = useTagsColumns(workspace);
  const columns = useMemo(() => [...firstColumns, ...tags, ...lastColumns], [tags]);
  return (
    <Screen
      title="Authorizations"
      actions={
        <>
          <OpenAsQuery workspace={workspace} query={authorizationsQuery} />
          <ExportButton
            workspace={workspace}
            scopes={[{ id: 'workspace', label: 'The whole workspace', selection: undefined }]}
          />
          <SyncButton workspace={workspace} />
        </>
      }
    >
      <PagedTable<AuthorizationRow, Pick<AuthorizationRow, 'id'>>
        id="authorizations"
        noun="authorizations"
        columns={columns}
        searched
        pageSize={pageSize}
        queryKey={queryKey('authorizations.list', { workspace })}
        ask={(page, view) => call('authorizations.list', { workspace, ...page, ...question(view) })}
        choices={listChoices(summary.data?.choices)}
        choosing={{
          keys: async (view) =>
            (await call('authorizations.ids', { workspace, ...question(view) })).map((id) => ({ id })),
          rows: (ids, page, sort) =>
            call('authorizations.list', { workspace, ids, ...page, ...question({ search: '', filters: {}, sort }) }),
          actions: (chosen) => (
            <MarkButton compact workspace={workspace} kind="authorization" ids={chosen.map(({ id }) => id)} />
          ),
        }}
        addressOf={({ id }) => routes.authorization(workspace, id)}
        rawOf={({ id }) => routes.entry(workspace, id)}
        onOpen={({ id }) =>
          void navigate({ to: '/w/$workspace/authorizations/$authorization', params: { workspace, authorization: id } })
        }
        empty={
          <EmptyState icon={IconUserCheck} title="No authorizations yet" action={<SyncButton workspace={workspace} />}>
            An authorization is a customer’s permission to read their data. They are listed here once the service has
            been asked.
          </EmptyState>
        }
      />
    </Screen>
  );
}
