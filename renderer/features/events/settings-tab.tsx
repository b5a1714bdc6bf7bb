/** Who listens, where, how often the service is asked, where deliveries go on to, and what events start by themselves. */
import { Button, Checkbox, Code, Group, Switch, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventSettings, ReceiverView } from '#shared/contract/events.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText, notify, notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Pending } from '../../ui/states.tsx';
import { ForwardSettings, forwardFault } from './forward-settings.tsx';

export function EventSettingsTab({ workspace }: { workspace: string }) {
  const known = useCall('events.settings', { workspace }, { fresh: true });
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKey('events.settings') });
  if (known.error || !known.data) return <Pending query={known} label="Loading the settings" />;
  const { settings, receiver, hasSecret } = known.data;
  return (
    <div className="ms-bench">
      <SettingsForm
        // What was saved meanwhile starts the form afresh.
        key={JSON.stringify(settings)}
        settings={settings}
        onSave={(wanted) =>
          call('events.setSettings', { workspace, settings: wanted }).then(async () => {
            notify('The event settings were saved.');
            await refresh();
          }, notifyFailure)
        }
      />
      <Address
        receiver={receiver}
        hasSecret={hasSecret}
        onRenew={() => call('events.renewAddress', { workspace }).then(refresh, notifyFailure)}
      />
    </div>
  );
}

function SettingsForm({ settings, onSave }: { settings: EventSettings; onSave: (wanted: EventSettings) => void }) {
  const [draft, setDraft] = useState(settings);
  const { receiver, poll, rules } = draft;
  const setReceiver = (change: Partial<EventSettings['receiver']>) =>
    setDraft({ ...draft, receiver: { ...receiver, ...change } });
  const setPoll = (change: Partial<EventSettings['poll']>) => setDraft({ ...draft, poll: { ...poll, ...change } });
  const setRules = (change: Partial<EventSettings['rules']>) => setDraft({ ...draft, rules: { ...rules, ...change } });
  return (
    <section className="ms-panel ms-bench-part" aria-label="Event settings">
      <Title order={2}>Receiver</Title>
      <Switch
        label="Receive webhooks"
        checked={receiver.enabled}
        onChange={(event) => setReceiver({ enabled: event.currentTarget.checked })}
      />
      <NumberField
        label="Port"
        description="0 picks a free port and keeps it while it is free"
        min={0}
        max={65535}
        whole
        value={receiver.port}
        onChange={(port) => setReceiver({ port })}
      />
      <TagsInput
        label="Tunnel host names"
        description="The receiver listens on this computer only. Point a tunnel at it and enter the tunnel’s host name here, e.g. example.tunnel.dev"
        value={receiver.allowedHosts}
        onChange={(allowedHosts) => setReceiver({ allowedHosts })}
      />
      <TextInput
        label="Header prefix"
        description="The service puts its name between X- and -Webhook-"
        value={receiver.headerPrefix}
        onChange={(event) => setReceiver({ headerPrefix: event.currentTarget.value })}
      />
      <Title order={2}>Polling</Title>
      <Switch
        label="Poll the service for events"
        checked={poll.enabled}
        onChange={(event) => setPoll({ enabled: event.currentTarget.checked })}
      />
      <NumberField
        label="Seconds between two polls"
        min={1}
        max={86400}
        value={poll.everySeconds}
        onChange={(everySeconds) => setPoll({ everySeconds })}
      />
      <ForwardSettings forward={draft.forward} onChange={(forward) => setDraft({ ...draft, forward })} />
      <Title order={2}>Rules</Title>
      <Checkbox
        label="New bills: fetch new data of the authorization"
        checked={rules.syncOnBills}
        onChange={(event) => setRules({ syncOnBills: event.currentTarget.checked })}
      />
      <Checkbox
        label="New intervals: fetch new data of the authorization"
        checked={rules.syncOnIntervals}
        onChange={(event) => setRules({ syncOnIntervals: event.currentTarget.checked })}
      />
      <Group>
        <Button
          onClick={() => onSave(draft)}
          disabled={forwardFault(draft.forward) !== undefined || JSON.stringify(draft) === JSON.stringify(settings)}
        >
          Save
        </Button>
      </Group>
    </section>
  );
}

interface AddressProps {
  receiver: ReceiverView;
  hasSecret: boolean;
  onRenew: () => void;
}

function Address({ receiver, hasSecret, onRenew }: AddressProps) {
  return (
    <section className="ms-panel ms-bench-part" aria-label="Address of the receiver">
      <Title order={2}>Address</Title>
      {receiver.addresses.length === 0 ? (
        <Text size="sm">{receiver.error ?? 'The receiver is off.'}</Text>
      ) : (
        <>
          <Text size="sm">
            Enter it as the webhook endpoint in the service’s settings. Anyone who knows the address can send to it, but
            only deliveries signed with the secret are accepted.
          </Text>
          {receiver.addresses.map((address) => (
            <Group key={address} gap="xs" wrap="nowrap">
              <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {address}
              </Code>
              <IconButton
                icon={IconCopy}
                label={`Copy ${address}`}
                hint="Copy the address"
                onClick={() => void copyText(address, 'Copied the address.')}
              />
            </Group>
          ))}
          <Group>
            <Button variant="default" onClick={onRenew}>
              Make a new address
            </Button>
          </Group>
        </>
      )}
      <Text size="sm" c={hasSecret ? 'dimmed' : 'var(--ms-bad)'}>
        {hasSecret
          ? 'The webhook secret is known; every delivery is verified with it.'
          : 'There is no webhook secret. Enter it with this workspace’s tokens; until then deliveries are answered with 503.'}
      </Text>
    </section>
  );
}
