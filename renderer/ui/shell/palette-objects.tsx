/** Lines of the palette that lead to an object: a meter, an authorization, a group, a tag, an event, a query. */
import { Spotlight } from '@mantine/spotlight';
import { IconBroadcast, IconDatabaseSearch, IconFolders, IconGauge, IconTag, IconUserCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { CallOutput } from '#shared/contract/index.ts';
import type { AuthorizationRow, UsagePointRow } from '#shared/contract/portfolio.ts';
import { formatCounted } from '../format.ts';
import { meterName, twinWords } from '../meter-name.ts';

interface ObjectActionProps<Row> {
  workspace: string;
  row: Row;
}

export function MeterAction({ workspace, row }: ObjectActionProps<UsagePointRow>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={meterName(row)}
      description={[row.customerName, row.address, row.uid, row.file, twinWords(row)].filter(Boolean).join(' · ')}
      leftSection={<IconGauge size={17} />}
      onClick={() =>
        void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint: row.id } })
      }
    />
  );
}

export function AuthorizationAction({ workspace, row }: ObjectActionProps<AuthorizationRow>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={row.customerName ?? row.title ?? row.uid}
      description={`${row.uid} · ${row.status.label}`}
      leftSection={<IconUserCheck size={17} />}
      onClick={() =>
        void navigate({
          to: '/w/$workspace/authorizations/$authorization',
          params: { workspace, authorization: row.id },
        })
      }
    />
  );
}

export function GroupAction({ workspace, row: { id, name } }: ObjectActionProps<CallOutput<'groups.names'>[number]>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={name}
      description="Group of meters"
      leftSection={<IconFolders size={17} />}
      onClick={() => void navigate({ to: '/w/$workspace/meters', params: { workspace }, search: { group: id } })}
    />
  );
}

export function TagAction({ workspace, row: { tag, meters } }: ObjectActionProps<CallOutput<'tags.list'>[number]>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={tag}
      description={`Tag of ${formatCounted(meters, 'meter')}`}
      leftSection={<IconTag size={17} />}
      onClick={() => void navigate({ to: '/w/$workspace/meters', params: { workspace }, search: { tag } })}
    />
  );
}

type EventRow = CallOutput<'events.list'>['rows'][number];

export function EventAction({ workspace, row, search }: ObjectActionProps<EventRow> & { search: string }) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={row.type.replaceAll('_', ' ')}
      description={[row.meter ?? row.authorization ?? row.form, row.ts, row.uid].filter(Boolean).join(' · ')}
      leftSection={<IconBroadcast size={17} />}
      onClick={() =>
        void navigate({
          to: '/w/$workspace/events',
          params: { workspace },
          search: row.uid === search ? { event: row.uid } : { object: search, event: row.uid },
        })
      }
    />
  );
}

type QueryFile = CallOutput<'queryFiles.list'>['files'][number];

export function QueryAction({ workspace, row: { name, description } }: ObjectActionProps<QueryFile>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={name}
      description={description}
      leftSection={<IconDatabaseSearch size={17} />}
      onClick={() => void navigate({ to: '/w/$workspace/query', params: { workspace }, search: { file: name } })}
    />
  );
}
