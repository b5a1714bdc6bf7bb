/** One test submission: the verdict first, then expected beside observed, then everything that happened with its raw object. */
import { Alert, Badge, Button, Code, Table, Text, Textarea, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CheckView, RunStep, RunView } from '#shared/contract/scenarios.ts';
import { call, useCall, useCommand } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatDuration, formatOwnTime } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { isOpen, runColor, runLabel, runTime } from './run-words.ts';
import { useLiveRuns } from './use-live.ts';
import './support.css';

export function RunScreen({ workspace, id }: { workspace: string; id: string }) {
  useLiveRuns(workspace);
  const run = useCall('runs.get', { workspace, id });
  if (run.error) return <FailureState error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <LoadingState label="Loading the run" />;
  return <Run run={run.data} />;
}

function Run({ run }: { run: RunView }) {
  const { workspace } = run;
  const open = isOpen(run.state);
  const now = useNow(open ? 1000 : 60_000);
  const took = runTime(run, now);
  return (
    <Screen
      title={run.scenario}
      scroll
      crumbs={[
        <Link key="support" to="/w/$workspace/support" params={{ workspace }}>
          Test submissions
        </Link>,
      ]}
      facts={
        <>
          <Badge color={runColor[run.state]} size="lg" data-testid="verdict">
            {runLabel[run.state]}
          </Badge>
          <Text c="dimmed" size="sm">
            {run.utility}
            {took === undefined ? '' : ` · ${formatDuration(took)}`}
          </Text>
        </>
      }
      actions={<RunActions run={run} />}
    >
      {run.reason ? (
        <Alert color={runColor[run.state]} title={open ? 'Waiting for' : 'Why'} variant="light">
          {run.reason}
          {open && run.normally ? <Text size="sm">{run.normally}</Text> : null}
        </Alert>
      ) : null}
      {run.error ? (
        <Alert color="red" title={run.error.message} variant="light">
          {run.error.action} <Code>{run.error.code}</Code>
        </Alert>
      ) : null}
      <RunObjects run={run} />
      <Title order={2}>Expected and observed</Title>
      <Checks checks={run.checks} />
      <Title order={2}>What happened</Title>
      <Timeline steps={run.steps} from={run.firedAt} />
      <Note run={run} />
    </Screen>
  );
}

function RunActions({ run }: { run: RunView }) {
  const navigate = useNavigate();
  const start = useCommand('runs.start');
  const cancel = useCommand('runs.cancel');
  const { workspace, id } = run;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await call('runs.markdown', { workspace, id }));
      notify('Copied as Markdown.');
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void copy()}>
        Copy for a ticket
      </Button>
      {isOpen(run.state) ? (
        <Button variant="default" onClick={() => cancel.mutate({ workspace, id }, { onError: notifyFailure })}>
          Stop following
        </Button>
      ) : null}
      <Button
        loading={start.isPending}
        onClick={() =>
          start.mutate(
            { workspace, form: run.form, utilities: [run.utility], scenarios: [run.scenario], repeats: run.id },
            {
              onError: notifyFailure,
              onSuccess: ({ runs: [next] }) =>
                next && void navigate({ to: '/w/$workspace/support/runs/$run', params: { workspace, run: next } }),
            },
          )
        }
      >
        Fire again
      </Button>
    </>
  );
}

function RunObjects({ run }: { run: RunView }) {
  const { workspace } = run;
  return (
    <dl className="ms-support-facts">
      <div>
        <dt>Fired</dt>
        <dd>{run.firedAt === undefined ? 'not yet' : formatOwnTime(run.firedAt)}</dd>
      </div>
      <div>
        <dt>Referral</dt>
        <dd>{run.referral ?? 'none yet'}</dd>
      </div>
      <div>
        <dt>Authorization</dt>
        <dd>
          {run.authorization ? (
            <Link
              to="/w/$workspace/authorizations/$authorization"
              params={{ workspace, authorization: run.authorization }}
            >
              {run.authorization}
            </Link>
          ) : (
            'none yet'
          )}
        </dd>
      </div>
      <div>
        <dt>Meters</dt>
        <dd>{run.meters.join(', ') || 'none'}</dd>
      </div>
      {run.repeats ? <Comparison run={run} earlier={run.repeats} /> : null}
    </dl>
  );
}

/** How an earlier run of the same scenario ended. */
function Comparison({ run, earlier }: { run: RunView; earlier: string }) {
  const { workspace } = run;
  const other = useCall('runs.get', { workspace, id: earlier });
  if (!other.data) return null;
  const differing = run.checks.filter(
    (check) => other.data.checks.find(({ id }) => id === check.id)?.state !== check.state,
  );
  return (
    <div>
      <dt>Earlier run</dt>
      <dd>
        <Link to="/w/$workspace/support/runs/$run" params={{ workspace, run: earlier }}>
          {runLabel[other.data.state]}
          {other.data.firedAt === undefined ? '' : `, ${formatOwnTime(other.data.firedAt)}`}
        </Link>
        {differing.length === 0 ? ', every expectation alike' : `, ${differing.length} expectations differ`}
      </dd>
    </div>
  );
}

const checkColor = { pass: 'green', fail: 'red', waiting: 'gray' } as const;

function Checks({ checks }: { checks: readonly CheckView[] }) {
  if (checks.length === 0) return <Text c="dimmed">Nothing was seen yet.</Text>;
  return (
    <div className="ms-panel ms-support-scroll">
      <Table verticalSpacing={4} striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>State</Table.Th>
            <Table.Th>Expectation</Table.Th>
            <Table.Th>Expected</Table.Th>
            <Table.Th>Observed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {checks.map((check) => (
            <Table.Tr key={check.id} data-check={check.id} data-state={check.state}>
              <Table.Td>
                <Badge size="sm" color={checkColor[check.state]}>
                  {check.state}
                </Badge>
              </Table.Td>
              <Table.Td>{check.id}</Table.Td>
              <Table.Td>{check.expected}</Table.Td>
              <Table.Td>{check.observed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Timeline({ steps, from }: { steps: readonly RunStep[]; from: number | undefined }) {
  return (
    <ol className="ms-support-timeline">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
        <li key={index} data-kind={step.kind}>
          <Text size="xs" c="dimmed" component="span" className="ms-support-when">
            {from === undefined ? formatOwnTime(step.seenAt) : `+${formatDuration(step.seenAt - from)}`}
          </Text>
          <span>
            {step.text}
            {step.object ? <Code ml={6}>{step.object}</Code> : null}
            {step.raw === undefined ? null : (
              <details>
                <summary>raw</summary>
                <Code block>{JSON.stringify(step.raw, null, 2)}</Code>
              </details>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Note({ run }: { run: RunView }) {
  const annotate = useCommand('runs.annotate');
  const [draft, setDraft] = useState(run.note ?? '');
  return (
    <div>
      <Textarea
        label="Note"
        placeholder="What you found out about this run"
        autosize
        minRows={2}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <Button
        mt={6}
        variant="default"
        disabled={draft === (run.note ?? '') || isOpen(run.state)}
        loading={annotate.isPending}
        onClick={() =>
          annotate.mutate({ workspace: run.workspace, id: run.id, note: draft }, { onError: notifyFailure })
        }
      >
        Keep the note
      </Button>
    </div>
  );
}
