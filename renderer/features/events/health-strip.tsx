/** Is the log to be believed: always above it, with what to do where it is not. */
import { Button, Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { asErrorValue, call, useCall } from '../../api/index.ts';
import { FactList } from '../../ui/fact-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { factsInWords } from './health-words.ts';
import { useHealth } from './use-health.ts';

export function HealthStrip({ workspace }: { workspace: string }) {
  const known = useHealth(workspace);
  const [isOpen, setOpen] = useState(false);
  const poll = () =>
    call('events.pollNow', { workspace }).then(
      ({ fresh }) => notify(fresh === 0 ? 'Nothing new at the service.' : `${formatCount(fresh)} new events.`),
      notifyFailure,
    );
  usePaletteActions([{ id: 'events-poll', label: 'Poll events now', group: 'Events', run: () => void poll() }]);
  useShortcuts({ act: () => void poll() });
  if (!known) return <HealthUnknown workspace={workspace} />;
  const { facts, health, now } = known;
  const more = health.findings.length;
  return (
    <section className="ms-health ms-panel" aria-label="Health of the event log" data-level={health.level}>
      <div className="ms-health-line">
        <UnstyledButton
          className="ms-health-summary"
          aria-expanded={isOpen}
          disabled={more === 0}
          onClick={() => setOpen((open) => !open)}
        >
          <span className="ms-health-dot" data-level={health.level} aria-hidden />
          <span role="status">{health.summary}</span>
          {more > 0 ? <IconChevronDown size={14} aria-hidden /> : null}
          {more > 1 ? <span className="ms-dim">and {more - 1} more</span> : null}
        </UnstyledButton>
        <Button
          ml="auto"
          variant="default"
          size="compact-xs"
          leftSection={<IconRefresh size={13} aria-hidden />}
          loading={facts.poll.running}
          onClick={() => void poll()}
        >
          Poll now
        </Button>
        <FactList facts={factsInWords(facts, now)} className="ms-health-facts" />
      </div>
      <Collapse expanded={isOpen && more > 0}>
        <ul className="ms-health-findings">
          {health.findings.map((finding) => (
            <li key={finding.code} data-level={finding.level}>
              <b>{finding.text}</b> {finding.action}
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  );
}

/** The log is not open: says why, until the first facts come. */
function HealthUnknown({ workspace }: { workspace: string }) {
  const { error } = useCall('events.health', { workspace });
  if (!error) return null;
  const { message, action } = asErrorValue(error);
  return (
    <section className="ms-health ms-panel" aria-label="Health of the event log">
      <Text size="sm" role="status">
        {message} {action}
      </Text>
    </section>
  );
}
