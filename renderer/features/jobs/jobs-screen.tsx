import './jobs.css';
import { IconListCheck } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { JobCard } from './job-card.tsx';
import { ServiceWaits } from './service-waits.tsx';
import { SyncButton } from './sync-button.tsx';

/** All jobs that the workspace remembers. */
export function JobsScreen({ workspace }: { workspace: string }) {
  const jobs = useCall('jobs.list', { workspace });
  const waits = useCall('waits.list', undefined);
  return (
    <Screen title="Jobs" actions={<SyncButton workspace={workspace} />}>
      <ServiceWaits workspace={workspace} />
      {jobs.error ? (
        <FailureState error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : !jobs.data ? (
        <LoadingState label="Loading jobs" />
      ) : jobs.data.length === 0 ? (
        <EmptyState icon={IconListCheck} title="No job has run here yet">
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
