/** The jobs of a workspace beside whatever is on the screen: progress, waits with a countdown, cancel, resume. */
import './jobs.css';
import { ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { FailureState } from '../../ui/states.tsx';
import { JobCard } from './job-card.tsx';
import { WaitCard } from './wait-card.tsx';

export function JobsPanel({ workspace }: { workspace: string }) {
  const jobs = useCall('jobs.list', { workspace });
  const waits = useCall('waits.list', undefined);
  if (jobs.error) return <FailureState error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const list = jobs.data ?? [];
  const known = new Set(list.map(({ id }) => id));
  const stray =
    waits.data?.filter(({ job, workspace: of }) => (!job || !known.has(job)) && (!of || of === workspace)) ?? [];
  return (
    <ScrollArea h="100%" type="auto">
      <Stack gap="sm" p="sm">
        <div className="ms-jobs-head">
          <Title order={2}>Jobs</Title>
          <ButtonLink to="/w/$workspace/jobs" params={{ workspace }} variant="subtle" size="compact-xs">
            All jobs
          </ButtonLink>
        </div>
        {stray.map((wait) => (
          <WaitCard key={wait.id} wait={wait} />
        ))}
        {list.slice(0, 20).map((job) => (
          <JobCard key={job.id} job={job} waits={waits.data?.filter((wait) => wait.job === job.id) ?? []} />
        ))}
        {jobs.data?.length === 0 && stray.length === 0 ? (
          <Text c="dimmed" size="sm">
            Nothing is running. Fetching data, collections and exports appear here with their progress.
          </Text>
        ) : null}
      </Stack>
    </ScrollArea>
  );
}
