import { Button, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { WaitView } from '#shared/contract/jobs.ts';
import { useNow } from '../../ui/clock.ts';
import { formatCountdown } from '../../ui/format.ts';
import { useAction } from '../../ui/use-action.ts';

/** Why there is a wait, in the words of the field. */
const waitReasons: Record<WaitView['reason'], string> = {
  building: 'The service is still building the answer (202)',
  rate_limited: 'The service asks to slow down (429)',
  unavailable: 'The service is in maintenance (503)',
  error: 'The service had an error; trying again',
  network: 'The service cannot be reached; trying again',
  offline: 'This computer has no network; it goes on by itself once there is one',
  portal:
    'Another computer answers in place of the service. Does this network want a sign-in first (hotel, train)? Trying again',
  pace: 'Keeping to the agreed pace',
};

/** A wait as a countdown, with the two ways out of it. */
export function WaitCard({ wait }: { wait: WaitView }) {
  const now = useNow(500);
  const askNow = useAction('waits.askNow');
  const cancel = useAction('waits.cancel');
  const left = wait.until - now;
  // It ends with a network, whenever that comes: there is nothing to count down to.
  const isOpen = wait.reason === 'offline';
  const share = Math.min(1, Math.max(0, left / Math.max(1, wait.until - wait.since)));
  return (
    <div className="ms-wait" data-reason={wait.reason}>
      <div className="ms-job-line">
        <IconHourglass size={15} aria-hidden />
        <Text size="xs">
          {waitReasons[wait.reason]}
          {wait.job === undefined ? `: ${wait.purpose}` : ''}
        </Text>
        {isOpen ? null : (
          <b className="ms-wait-clock" role="timer" aria-label={`${Math.ceil(Math.max(0, left) / 1000)} seconds left`}>
            {formatCountdown(left)}
          </b>
        )}
      </div>
      {isOpen ? null : (
        <div className="ms-wait-bar" aria-hidden>
          <div style={{ transform: `scaleX(${share})` }} />
        </div>
      )}
      <div className="ms-job-line">
        <Button variant="light" size="compact-xs" onClick={() => askNow.run({ id: wait.id })}>
          Ask now
        </Button>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => cancel.run({ id: wait.id })}>
          Give up
        </Button>
        <Text size="xs" c="dimmed" ml="auto">
          try {wait.attempt}
        </Text>
      </div>
    </div>
  );
}
