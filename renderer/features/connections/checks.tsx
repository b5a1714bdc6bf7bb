/** What a guided check found: each part with its state in words, and what to do. */
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { CheckView } from '#shared/contract/connections.ts';
import './connections.css';
import { Dim } from '../../ui/dim.tsx';

const LOOKS = {
  ok: { Icon: IconCircleCheck, word: 'Good' },
  warning: { Icon: IconAlertTriangle, word: 'Needs attention' },
  failed: { Icon: IconCircleX, word: 'Failed' },
  skipped: { Icon: IconCircleDashed, word: 'Not set up yet' },
  untried: { Icon: IconCircleDashed, word: 'Not tried' },
} as const;

export function CheckList({ checks }: { checks: readonly CheckView[] }) {
  return (
    <ul className="ms-checks">
      {checks.map((check) => (
        <CheckLine key={check.id} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ check }: { check: CheckView }) {
  const { Icon, word } = LOOKS[check.state];
  return (
    <li data-state={check.state}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <div>
        <Text size="sm" fw={600} component="span">
          {check.title}
        </Text>
        <Text size="xs" component="span" className="ms-check-word">
          {word}
        </Text>
        <Text size="sm">{check.message}</Text>
        {check.action && check.state !== 'ok' ? <Dim size="sm">{check.action}</Dim> : null}
      </div>
    </li>
  );
}
