/** Why a run ended as it did, or what it waits for, and the ways on from there. */
import { Alert, Button, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RunView } from '#shared/contract/scenarios.ts';
import { useCommand } from '../../api/index.ts';
import { formatDuration } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { isFollowable, isOpen, runColor } from './run-words.ts';
import { UnknownOutcome } from './unknown-outcome.tsx';

export function RunReason({ run, now }: { run: RunView; now: number }) {
  return (
    <>
      {run.reason || run.error ? <Why run={run} now={now} /> : null}
      {run.state === 'unknown' ? <UnknownOutcome run={run} /> : null}
      {isFollowable(run) ? <FollowAgain run={run} /> : null}
      {run.otherRun ? <OtherRun run={run} other={run.otherRun} /> : null}
    </>
  );
}

/** The error behind a reason stands with it, and is not said twice. */
function Why({ run, now }: { run: RunView; now: number }) {
  const { reason, error, state } = run;
  const open = isOpen(state);
  return (
    <Alert color={runColor[state]} title={open ? 'Waiting for' : 'Why'} variant="light">
      {reason}
      {error ? (
        <Text size="sm">
          {reason?.includes(error.message) ? '' : `${error.message} `}
          {/* To try again is what must not be done while nobody knows whether the first one acted. */}
          {state === 'unknown' ? '' : `${error.action ?? ''} `}
          <Code>{error.code}</Code>
        </Text>
      ) : null}
      {open ? <WaitingSince run={run} now={now} /> : null}
    </Alert>
  );
}

/** What is waited for was last heard of at the newest step. */
function WaitingSince({ run, now }: { run: RunView; now: number }) {
  const since = run.steps.at(-1)?.seenAt ?? run.createdAt;
  return (
    <Text size="sm">
      Nothing new for {formatDuration(Math.max(0, now - since))}. {run.normally}{' '}
      {run.patientUntil === undefined
        ? null
        : `What has not come in ${formatDuration(Math.max(0, run.patientUntil - now))} counts as missing.`}
    </Text>
  );
}

/** Nothing is known against the service: the same submission can be followed on. */
function FollowAgain({ run }: { run: RunView }) {
  const followAgain = useCommand('runs.followAgain');
  const { workspace, id, state } = run;
  return (
    <Alert color="yellow" title="This says nothing about the service" variant="light">
      <Text size="sm">
        {state === 'cancelled'
          ? 'It was stopped before there was a verdict. Follow it again to come to one: it is not sent a second time.'
          : 'What is needed to judge this submission could not be read. Correct the cause, then follow it again: it is not sent a second time.'}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        loading={followAgain.isPending}
        onClick={() => followAgain.mutate({ workspace, id }, { onError: notifyFailure })}
      >
        Follow again
      </Button>
    </Alert>
  );
}

/** The run of the same meters that this one waits for, or that superseded it. */
function OtherRun({ run, other }: { run: RunView; other: string }) {
  return (
    <Text size="sm">
      <Link to="/w/$workspace/support/runs/$run" params={{ workspace: run.workspace, run: other }}>
        {run.state === 'superseded' ? 'The run that superseded this one' : 'The other run of these meters'}
      </Link>
    </Text>
  );
}
