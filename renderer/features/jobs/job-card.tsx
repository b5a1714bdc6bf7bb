import { Badge, Button, Code, Collapse, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import type { JobLine, WaitView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import { incompleteWords } from '#shared/job-words.ts';
import { useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatAge, formatBytes, formatCount, formatCounted, formatDuration } from '../../ui/format.ts';
import { Pending } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { RequestsLink } from '../requests/requests-link.tsx';
import { jobColor, jobProgress, skippedWords } from './job-state.ts';
import { WaitCard } from './wait-card.tsx';

/** A job: what it does now, how far it is, what it waits for, what went wrong, and what can be done about it. */
export function JobCard({ job, waits }: { job: JobLine; waits: readonly WaitView[] }) {
  const [failuresShown, failures] = useDisclosure(false);
  const active = isActive(job);
  const progress = jobProgress(job);
  return (
    <section className="ms-job ms-panel" aria-label={job.title} data-job={job.id} data-state={job.state}>
      <div className="ms-job-line">
        <Text fw={600} size="sm" truncate>
          {job.title}
        </Text>
        <Badge size="sm" color={jobColor[job.state]} ml="auto" flex="none">
          {job.state}
        </Badge>
      </div>
      {active ? (
        <Progress
          value={(progress ?? 1) * 100}
          animated={progress === undefined}
          size={5}
          aria-label={`Progress of ${job.title}`}
        />
      ) : null}
      <JobWords job={job} waits={waits} />
      <div className="ms-job-line">
        <JobButtons job={job} />
        {job.kind === 'sync' ? (
          <RequestsLink workspace={job.workspace} about={{ kind: 'job', id: job.id }} size="compact-xs" />
        ) : null}
        {job.failureCount > 0 ? (
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            onClick={failures.toggle}
            aria-expanded={failuresShown}
          >
            {failuresShown ? 'Hide' : 'Show'} {formatCounted(job.failureCount, 'failure')}
          </Button>
        ) : null}
      </div>
      <Collapse expanded={failuresShown}>
        {failuresShown ? <JobFailures id={job.id} count={job.failureCount} /> : null}
      </Collapse>
    </section>
  );
}

/** How far it is, since when, what it waits for, and what was left out or went wrong. */
function JobWords({ job, waits }: { job: JobLine; waits: readonly WaitView[] }) {
  return (
    <>
      <Dim>
        {[
          job.step,
          job.outcome,
          job.total === undefined || job.outcome ? undefined : `${formatCount(job.done)} of ${formatCount(job.total)}`,
          job.readings > 0 && !job.outcome ? formatCounted(job.readings, 'reading') : undefined,
          job.bytes > 0 ? formatBytes(job.bytes) : undefined,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Dim>
      <JobTimes job={job} />
      {waits.map((wait) => (
        <WaitCard key={wait.id} wait={wait} />
      ))}
      {skippedWords(job).map((words) => (
        <Text key={words} size="xs" c="dimmed">
          {words}
        </Text>
      ))}
      {job.state === 'incomplete' ? (
        <Text size="xs" c="var(--ms-warn)" role="status">
          {incompleteWords(job, formatCounted)}
        </Text>
      ) : null}
      {job.error ? (
        <Text size="xs" c="var(--ms-bad)" role="alert">
          {job.error.message} {job.error.action}
        </Text>
      ) : null}
    </>
  );
}

function JobButtons({ job: { id, ...job } }: { job: JobLine }) {
  const cancel = useAction('jobs.cancel');
  const resume = useAction('jobs.resume');
  return (
    <>
      {isActive(job) ? (
        <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => cancel.run({ id })}>
          Cancel
        </Button>
      ) : null}
      {job.state === 'cancelled' || job.state === 'failed' || job.state === 'incomplete' ? (
        <Button variant="light" size="compact-xs" loading={resume.isPending} onClick={() => resume.run({ id })}>
          {job.state === 'incomplete' ? 'Try again' : 'Resume'}
        </Button>
      ) : null}
    </>
  );
}

/** @param count of its failures, which grows while it is under way */
function JobFailures({ id, count }: { id: string; count: number }) {
  const failures = useCall('jobs.failures', { id });
  const { refetch } = failures;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when there are more
  useEffect(() => void refetch(), [count, refetch]);
  if (!failures.data) return <Pending query={failures} label="Loading what failed" />;
  return (
    <>
      <ul className="ms-job-failures">
        {failures.data.map(({ item, error }) => (
          <li key={`${item}${error.code}`}>
            <b>{item}</b> {error.message} {error.action} <Code>{error.code}</Code>
          </li>
        ))}
      </ul>
      {count > failures.data.length ? (
        <Dim>and {formatCounted(count - failures.data.length, 'more failure')} that are not listed</Dim>
      ) : null}
    </>
  );
}

function JobTimes({ job }: { job: JobLine }) {
  const active = isActive(job);
  const now = useNow(active ? 1000 : 30_000);
  const started = job.startedAt ?? job.createdAt;
  return (
    <Dim>
      {active
        ? `for ${formatDuration(now - started)}`
        : `${formatAge(now - (job.finishedAt ?? job.createdAt))}${job.finishedAt ? `, took ${formatDuration(job.finishedAt - started)}` : ''}`}
    </Dim>
  );
}
