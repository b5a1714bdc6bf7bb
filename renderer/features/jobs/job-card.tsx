import { Badge, Button, Code, Collapse, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { JobView, WaitView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import { useNow } from '../../ui/clock.ts';
import { formatAge, formatBytes, formatCount, formatCounted, formatDuration } from '../../ui/format.ts';
import { useAction } from '../../ui/use-action.ts';
import { incompleteWords, jobColor, jobProgress, skippedWords } from './job-state.ts';
import { WaitCard } from './wait-card.tsx';

/** A job: what it does now, how far it is, what it waits for, what went wrong, and what can be done about it. */
export function JobCard({ job, waits }: { job: JobView; waits: readonly WaitView[] }) {
  const cancel = useAction('jobs.cancel');
  const resume = useAction('jobs.resume');
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
      <Text size="xs" c="dimmed">
        {[
          job.step,
          job.outcome,
          job.total === undefined || job.outcome ? undefined : `${formatCount(job.done)} of ${formatCount(job.total)}`,
          job.readings > 0 && !job.outcome ? formatCounted(job.readings, 'reading') : undefined,
          job.bytes > 0 ? formatBytes(job.bytes) : undefined,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
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
          {incompleteWords(job)}
        </Text>
      ) : null}
      {job.error ? (
        <Text size="xs" c="var(--ms-bad)" role="alert">
          {job.error.message} {job.error.action}
        </Text>
      ) : null}
      <div className="ms-job-line">
        {active ? (
          <Button
            variant="default"
            size="compact-xs"
            loading={cancel.isPending}
            onClick={() => cancel.run({ id: job.id })}
          >
            Cancel
          </Button>
        ) : null}
        {job.state === 'cancelled' || job.state === 'failed' || job.state === 'incomplete' ? (
          <Button
            variant="light"
            size="compact-xs"
            loading={resume.isPending}
            onClick={() => resume.run({ id: job.id })}
          >
            {job.state === 'incomplete' ? 'Try again' : 'Resume'}
          </Button>
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
        <ul className="ms-job-failures">
          {job.failures.map((failure) => (
            <li key={`${failure.item}${failure.error.code}`}>
              <b>{failure.item}</b> {failure.error.message} {failure.error.action} <Code>{failure.error.code}</Code>
            </li>
          ))}
        </ul>
        {job.failureCount > job.failures.length ? (
          <Text size="xs" c="dimmed">
            and {formatCounted(job.failureCount - job.failures.length, 'more failure')} that are not listed
          </Text>
        ) : null}
      </Collapse>
    </section>
  );
}

function JobTimes({ job }: { job: JobView }) {
  const active = isActive(job);
  const now = useNow(active ? 1000 : 30_000);
  const started = job.startedAt ?? job.createdAt;
  return (
    <Text size="xs" c="dimmed">
      {active
        ? `for ${formatDuration(now - started)}`
        : `${formatAge(now - (job.finishedAt ?? job.createdAt))}${job.finishedAt ? `, took ${formatDuration(job.finishedAt - started)}` : ''}`}
    </Text>
  );
}
