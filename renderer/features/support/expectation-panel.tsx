/** What a scenario must lead to, before it is fired. */
import { Code, CopyButton, Text, Title, UnstyledButton } from '@mantine/core';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { FactList } from '../../ui/fact-table.tsx';

export function ExpectationPanel({ scenario }: { scenario: ScenarioView }) {
  const { expected } = scenario;
  const facts: [string, string][] = [
    ['Authorization', expected.authorization],
    ['Meters found', expected.meters],
    ['Each meter', expected.meter],
    ['Bills', expected.bills],
    ['Intervals', expected.intervals],
    ['Reason in the notes', expected.reason || 'none needed'],
  ];
  return (
    <aside
      className="ms-panel ms-support-expected"
      aria-label={`What ${scenario.name} should lead to`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <Title order={2}>{scenario.name}</Title>
      <Text size="sm">{scenario.simulates}</Text>
      <UserName name={scenario.userName} />
      <FactList facts={facts} className="ms-support-facts" />
      <EventList title="Events of the authorization, in this order" types={expected.authorizationEvents} />
      <EventList title="Events of each meter, in this order" types={expected.meterEvents} />
      <EventList title="Events of each meter, at any time" types={expected.dataEvents} />
      <EventList title="May come" types={expected.mayCome} />
      <EventList title="Must not come" types={expected.forbidden} />
    </aside>
  );
}

/** What the same is entered with by hand, in an authorization form. */
function UserName({ name }: { name: string | undefined }) {
  if (name === undefined) {
    return (
      <Text size="xs" c="dimmed">
        User name in a form: not known before the test prefix of the service is entered, under Connection.
      </Text>
    );
  }
  return (
    <CopyButton value={name}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} aria-label={`Copy the user name ${name}`}>
          <Text size="xs" c="dimmed" component="span">
            User name in a form:{' '}
          </Text>
          <Code>{name}</Code>
          <Text size="xs" c="dimmed" component="span">
            {copied ? ' copied' : ''}
          </Text>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

function EventList({ title, types }: { title: string; types: readonly string[] }) {
  if (types.length === 0) return null;
  return (
    <section>
      <Text size="xs" fw={600}>
        {title}
      </Text>
      <ol className="ms-support-events">
        {types.map((type) => (
          <li key={type}>{type}</li>
        ))}
      </ol>
    </section>
  );
}
