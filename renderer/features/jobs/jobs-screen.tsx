import './jobs.css';
import { Button } from '@mantine/core';
import { IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useCall, useCommand } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { JobCard } from './job-card.tsx';

/** All jobs that the workspace remembers. */
export function JobsScreen({ workspace }: { workspace: string }) {
  const jobs = useCall('jobs.list', { workspace });
  const waits = useCall('waits.list', undefined);
  return (
    <Screen title="Jobs" actions={<SyncButton workspace={workspace} />} scroll>
      {jobs.error ? (
        <FailureState error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : !jobs.data ? (
        <LoadingState label="Loading jobs" />
      ) : jobs.data.length === 0 ? (
        <EmptyState icon={<IconListCheck size={26} stroke={1.6} aria-hidden />} title="No job has run here yet">
          Fetch data, and its progress is here; it goes on after a restart.
        </EmptyState>
      ) : (
        <div className="ms-job-list">
          {jobs.data.map((job) => (
            <JobCard key={job.id} job={job} waits={waits.data?.filter((wait) => wait.job === job.id) ?? []} />
          ))}
        </div>
      )}
    </Screen>
  );
}

/** Fetches what is new, for the whole workspace or for one authorization. */
export function SyncButton({ workspace, authorization }: { workspace: string; authorization?: string }) {
  const start = useCommand('sync.start');
  const workspaces = useCall('workspaces.list', undefined);
  const kind = workspaces.data?.find(({ id }) => id === workspace)?.kind;
  if (kind === 'files') return null;
  return (
    <Button
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={start.isPending}
      onClick={() =>
        start.mutate(
          { workspace, ...(authorization ? { authorizations: [authorization] } : {}) },
          { onError: notifyFailure },
        )
      }
    >
      Fetch what is new
    </Button>
  );
}
