/** A check that is under way: its steps, the one that asks before it changes something, and its end. */
import { Alert, Badge, Button, Group, Progress, Text } from '@mantine/core';
import type { CheckStep, ServiceRun } from '#shared/contract/service-check.ts';
import { call } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';

const STATES: Readonly<Record<CheckStep['state'], { words: string; color: string }>> = {
  waiting: { words: 'to come', color: 'gray' },
  running: { words: 'now', color: 'blue' },
  asking: { words: 'asks', color: 'yellow' },
  done: { words: 'done', color: 'green' },
  skipped: { words: 'left out', color: 'gray' },
};

export function ServiceRunning({ workspace, run }: { workspace: string; run: ServiceRun }) {
  const { steps, requests } = run;
  const done = steps.filter(({ state }) => state === 'done' || state === 'skipped').length;
  const now = steps.find(({ state }) => state === 'running' || state === 'asking');
  const cancel = () => void call('conformance.cancelService', { workspace }).catch(notifyFailure);
  return (
    <>
      <div className="ms-panel ms-check-summary">
        <Text size="sm" role="status">
          {now ? `Step ${done + 1} of ${steps.length}: ${now.title}` : 'Getting ready'} ·{' '}
          {formatCounted(requests, 'request')}
        </Text>
        <Progress value={(100 * done) / steps.length} aria-label="Steps that are done" flex={1} />
        <Button size="compact-xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
      {now?.state === 'asking' ? <Asking workspace={workspace} step={now} /> : null}
      <ol className="ms-panel ms-check-steps" aria-label="Steps">
        {steps.map(({ title, acts, state }) => (
          <li key={title}>
            <Badge size="sm" miw="5rem" color={STATES[state].color}>
              {STATES[state].words}
            </Badge>
            <span>
              {title}
              {acts === undefined ? null : (
                <Text size="xs" c="dimmed">
                  {acts}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Asking({ workspace, step }: { workspace: string; step: CheckStep }) {
  const { title } = step;
  const answer = (go: boolean) =>
    void call('conformance.answerService', { workspace, step: title, go }).catch(notifyFailure);
  return (
    <Alert color="yellow" variant="light" title={`This changes something: ${title}`}>
      <Text size="sm">{step.acts}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => answer(true)}>
          Do it
        </Button>
        <Button size="xs" variant="default" onClick={() => answer(false)}>
          Leave it out
        </Button>
      </Group>
    </Alert>
  );
}
