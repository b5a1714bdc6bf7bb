/** Everything that happened in a run, in its order, each step with the raw object that told it. */
import { Button, Code, Text } from '@mantine/core';
import type { RunStep } from '#shared/contract/scenarios.ts';
import { useCommand } from '../../api/index.ts';
import { formatDuration, formatOwnTime, formatServiceTime } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';

export function RunTimeline({ steps, from }: { steps: readonly RunStep[]; from: number | undefined }) {
  return (
    <ol className="ms-support-timeline" aria-label="What happened">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
        <li key={index} data-kind={step.kind}>
          <Text size="xs" c="dimmed" component="span" className="ms-support-when">
            {from === undefined ? formatOwnTime(step.seenAt) : `+${formatDuration(step.seenAt - from)}`}
          </Text>
          <span>
            {step.text}
            {step.object && !step.text.includes(step.object) ? <Code ml={6}>{step.object}</Code> : null}
            {step.ts === undefined ? null : (
              <Text size="xs" c="dimmed" component="span" ml={6} className="ms-support-when">
                {formatServiceTime(step.ts)}
              </Text>
            )}
            <PageOfNote raw={step.raw} />
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

/** A note may name a page, such as the one where the customer enters a code. */
function PageOfNote({ raw }: { raw: unknown }) {
  const open = useCommand('app.openExternal');
  const url = typeof raw === 'object' && raw !== null && 'url' in raw ? raw.url : undefined;
  if (typeof url !== 'string' || !/^https?:/.test(url)) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      ml={6}
      title={url}
      onClick={() => open.mutate({ url }, { onError: notifyFailure })}
    >
      Open its page
    </Button>
  );
}
