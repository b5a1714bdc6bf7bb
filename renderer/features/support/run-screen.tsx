/** One test submission: the verdict first, then expected beside observed, then everything that happened with its raw object. */
import { Badge, Button, Select, Text, Textarea, Title, Tooltip } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RunLine, RunView } from '#shared/contract/scenarios.ts';
import { runName, runWords } from '#shared/scenarios/states.ts';
import { call, useCall, useCommand } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatDuration, formatOwnTime } from '../../ui/format.ts';
import { copyText, notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { Screen } from '../../ui/screen.tsx';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { RequestsLink } from '../requests/requests-link.tsx';
import { useAskFirst } from './ask-first.tsx';
import { fileAtStake, submissionsAtStake } from './at-stake.ts';
import { BatchLink } from './batch-link.tsx';
import { RunChecks } from './run-checks.tsx';
import { RunObjects, RunTimes } from './run-facts.tsx';
import { RunReason } from './run-reason.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { isOpen, runColor, runTime } from './run-words.ts';
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
  const compared = useEarlier(run);
  const batch = useBatch(run);
  return (
    <Screen
      title={runName(run)}
      crumbs={[
        <Link key="support" to="/w/$workspace/support" params={{ workspace }}>
          Test submissions
        </Link>,
        ...(batch === undefined ? [] : [<BatchLink key="batch" workspace={workspace} batch={batch} />]),
      ]}
      facts={
        <>
          <Badge color={runColor[run.state]} size="lg" data-testid="verdict">
            {runWords[run.state]}
          </Badge>
          <Text c="dimmed" size="sm">
            {run.utility}
            {took === undefined ? '' : ` · ${formatDuration(took)}`}
          </Text>
        </>
      }
      actions={<RunActions run={run} />}
    >
      {open ? <ServiceWaits workspace={workspace} /> : null}
      <RunReason run={run} now={now} />
      <RunObjects run={run} />
      <RunTimes run={run} earlier={compared.earlier} />
      <Title order={2}>Expected and observed</Title>
      <EarlierChoice {...compared} />
      <RunChecks run={run} earlier={compared.earlier} />
      <Title order={2}>What happened</Title>
      <Text size="xs" c="dimmed">
        At the left when this program saw it, counted from the submission; behind it when it happened, where the service
        says so.
      </Text>
      <RunTimeline steps={run.steps} from={run.firedAt} />
      <Note run={run} />
    </Screen>
  );
}

/** The batch of a run that was fired with others; undefined for one that was fired alone. */
function useBatch({ workspace, batch }: RunView): string | undefined {
  const list = useCall('runs.list', { workspace, batch: batch ?? '', limit: 1 }, { enabled: batch !== undefined });
  return (list.data?.matching ?? 0) > 1 ? batch : undefined;
}

function RunActions({ run }: { run: RunView }) {
  const cancel = useCommand('runs.cancel');
  const judgeNow = useCommand('runs.judgeNow');
  const { workspace, id, scenario } = run;
  const copy = () =>
    call('runs.markdown', { workspace, id }).then((text) => copyText(text, 'Copied as Markdown.'), notifyFailure);
  const save = () =>
    call('runs.html', { workspace, id }).then(
      (text) => saveFile(`meterscope-${scenario}-${id.slice(0, 8)}.html`, new Blob([text])),
      notifyFailure,
    );
  const saveScenario = () =>
    call('runs.scenarioFile', { workspace, id }).then(
      (text) => saveFile(`${scenario}.scenario.json`, new Blob([text])),
      notifyFailure,
    );
  return (
    <>
      <Button variant="default" onClick={() => void copy()}>
        Copy for a ticket
      </Button>
      <Tooltip label="Its steps, waits and expectations, to be edited and run again, in the window or in a CI">
        <Button variant="default" onClick={() => void saveScenario()}>
          Save as scenario file
        </Button>
      </Tooltip>
      <Tooltip label="One page with everything on this screen, that anybody can open">
        <Button variant="default" onClick={() => void save()}>
          Save as HTML
        </Button>
      </Tooltip>
      <RequestsLink workspace={workspace} about={{ kind: 'run', id }} />
      {run.state === 'following' ? (
        <Tooltip label="What has not come by now counts as missing.">
          <Button variant="default" onClick={() => judgeNow.mutate({ workspace, id }, { onError: notifyFailure })}>
            Judge now
          </Button>
        </Tooltip>
      ) : null}
      {isOpen(run.state) ? (
        <Button variant="default" onClick={() => cancel.mutate({ workspace, id }, { onError: notifyFailure })}>
          Stop following
        </Button>
      ) : null}
      <FireAgain run={run} />
    </>
  );
}

function FireAgain({ run }: { run: RunView }) {
  const navigate = useNavigate();
  const start = useCommand('runs.start');
  const { workspace, form, utility, scenario, file } = run;
  const { ask, readOnly, dialog } = useAskFirst(workspace);
  // What the catalogue's screen has learnt; nothing is asked for a button.
  const catalogue = useCall('scenarios.catalogue', { workspace }, { enabled: false });
  const send = (confirmed: boolean) =>
    start.mutate(
      { workspace, form, utilities: [utility], scenarios: [scenario], file, repeats: run.id, confirmed },
      {
        onError: notifyFailure,
        onSuccess: ({ runs: [next] }) =>
          next && void navigate({ to: '/w/$workspace/support/runs/$run', params: { workspace, run: next } }),
      },
    );
  const means = file
    ? fileAtStake(file.steps.filter(({ collect }) => collect).length, [utility])
    : submissionsAtStake([scenario], [utility], catalogue.data?.scenarios);
  return (
    <>
      <Button
        loading={start.isPending}
        disabled={readOnly}
        onClick={() => ask({ name: 'Fire again', means, act: send })}
      >
        Fire again
      </Button>
      {readOnly ? null : dialog}
    </>
  );
}

/** Earlier runs that one can be compared with. */
const OFFERED = 200;

/** The run that this one is compared with: the one that it repeats, until another is chosen. */
function useEarlier(run: RunView) {
  const { workspace } = run;
  const [chosen, setChosen] = useState<string | undefined>(run.repeats);
  const list = useCall('runs.list', { workspace, limit: OFFERED });
  const offered = (list.data?.rows ?? []).filter(
    ({ id, scenario, createdAt }) => id !== run.id && scenario === run.scenario && createdAt <= run.createdAt,
  );
  const other = useCall('runs.get', { workspace, id: chosen ?? '' }, { enabled: chosen !== undefined });
  return { earlier: chosen === undefined ? undefined : other.data, offered, chosen, choose: setChosen };
}

type Earlier = ReturnType<typeof useEarlier>;

function EarlierChoice({ offered, chosen, choose, earlier }: Earlier) {
  if (offered.length === 0 && !earlier) return null;
  const words = ({ state, firedAt, createdAt, utility }: Omit<RunLine, 'name'>) =>
    `${runWords[state]}, ${formatOwnTime(firedAt ?? createdAt)}, ${utility}`;
  const all = earlier && !offered.some(({ id }) => id === earlier.id) ? [earlier, ...offered] : offered;
  return (
    <Select
      label="Compare with an earlier run"
      placeholder="none"
      size="xs"
      w={340}
      clearable
      data={all.map((run) => ({ value: run.id, label: words(run) }))}
      value={chosen ?? null}
      onChange={(value) => choose(value ?? undefined)}
    />
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
        Save the note
      </Button>
    </div>
  );
}
