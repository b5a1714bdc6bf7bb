/** Clock, balance, rate limit and quirks of the demo's service. */
import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { DemoState } from '#shared/contract/demo.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted, formatServiceTime } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Whole } from './faults-panel.tsx';

interface PanelProps {
  workspace: string;
  state: DemoState;
}

const STEPS = [
  { label: 'An hour', seconds: 3_600 },
  { label: 'A day', seconds: 86_400 },
  { label: '30 days', seconds: 30 * 86_400 },
] as const;

export function ClockPanel({ workspace, state }: PanelProps) {
  const advance = useAction('demo.advance');
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-clock">
      <Title order={2} id="demo-clock">
        Clock
      </Title>
      <Text size="sm">
        The service’s time:{' '}
        <time data-testid="service-time" dateTime={new Date(state.now).toISOString()}>
          {formatServiceTime(new Date(state.now).toISOString().replace(/\.\d+/, ''))}
        </time>
        {advance.isPending ? '; moving on …' : ''}
      </Text>
      <Group gap="xs" role="group" aria-label="Move the clock on">
        {STEPS.map(({ label, seconds }) => (
          <Button
            key={label}
            variant="default"
            aria-label={`Move the clock on: ${label.toLowerCase()}`}
            onClick={() =>
              advance.run({ workspace, seconds }, () => notify(`The service’s clock moved on: ${label.toLowerCase()}.`))
            }
          >
            {label}
          </Button>
        ))}
      </Group>
      <Dim size="sm">
        All that falls due on the way is done at once: every meter’s readings of the days that pass, late corrections,
        bills, collections, webhooks and their resends. It cannot be moved back; the service starts anew with the
        program.
      </Dim>
    </section>
  );
}

export function BalancePanel({ workspace, state }: PanelProps) {
  const setBalance = useAction('demo.setBalance');
  const [amount, setAmount] = useState<number>();
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-balance">
      <Title order={2} id="demo-balance">
        Balance
      </Title>
      <Text size="sm">
        Now <b data-testid="balance">{state.balance}</b>.{' '}
        {state.balance > 0
          ? 'A meter that has to be paid for can be collected.'
          : 'A collection with a meter that has to be paid for is refused (402).'}
      </Text>
      <div className="ms-demo-line">
        <NumberField
          label="Balance"
          min={-1_000_000}
          max={1_000_000}
          value={amount ?? state.balance}
          onChange={setAmount}
        />
        <Button
          variant="default"
          loading={setBalance.isPending}
          onClick={() => setBalance.run({ workspace, balance: amount ?? state.balance }, () => setAmount(undefined))}
        >
          Set the balance
        </Button>
      </div>
      <AnchorLink size="sm" to="/w/$workspace/collect" params={{ workspace }} search={{ meters: state.paidMeter }}>
        Collect the meter that has to be paid for
      </AnchorLink>
    </section>
  );
}

export function RatePanel({ workspace, state: { rate } }: PanelProps) {
  const setRate = useAction('demo.setRate');
  const [edited, setDraft] = useState<NonNullable<DemoState['rate']>>();
  const draft = edited ?? rate ?? { requests: 10, perSeconds: 60 };
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-rate">
      <Title order={2} id="demo-rate">
        Rate limit
      </Title>
      <Text size="sm">
        {rate === undefined
          ? 'There is none.'
          : `Each token has ${formatCounted(rate.requests, 'request')} in ${formatCounted(rate.perSeconds, 'second')}; the next one gets 429 until that time is over.`}
      </Text>
      <div className="ms-demo-line">
        <Whole
          label="Requests"
          max={1_000_000}
          value={draft.requests}
          onChange={(requests) => setDraft({ ...draft, requests })}
        />
        <Whole
          label="In seconds"
          min={1}
          max={86_400}
          value={draft.perSeconds}
          onChange={(perSeconds) => setDraft({ ...draft, perSeconds })}
        />
        <Button variant="default" onClick={() => setRate.run({ workspace, rate: draft }, () => setDraft(undefined))}>
          Set the limit
        </Button>
        {rate === undefined ? null : (
          <Button variant="default" onClick={() => setRate.run({ workspace })}>
            No limit
          </Button>
        )}
      </div>
    </section>
  );
}

export function QuirksPanel({ workspace, state }: PanelProps) {
  const setQuirks = useAction('demo.setQuirks');
  const on = state.quirks.filter((quirk) => quirk.on).map(({ name }) => name);
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-quirks">
      <Title order={2} id="demo-quirks">
        Quirks
      </Title>
      <Dim size="sm">
        What real custodians do to the standard, in feeds that are fetched from now on.{' '}
        <AnchorLink to="/w/$workspace/resources" params={{ workspace }} size="sm">
          Resources
        </AnchorLink>{' '}
        shows them at once. What was stored with a quirk stays until it is fetched again.
      </Dim>
      {state.quirks.map((quirk) => (
        <Checkbox
          key={quirk.name}
          label={quirk.name}
          description={quirk.meaning}
          checked={quirk.on}
          onChange={({ currentTarget: { checked } }) =>
            setQuirks.run({
              workspace,
              on: checked ? [...on, quirk.name] : on.filter((name) => name !== quirk.name),
            })
          }
        />
      ))}
    </section>
  );
}
