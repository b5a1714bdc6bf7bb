/** Everything that happened in a run, in its order, each step with the raw object that told it. */
import { Code, Text } from '@mantine/core';
import type { RunStep } from '#shared/contract/scenarios.ts';
import { formatDuration, formatOwnTime } from '../../ui/format.ts';

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
