/** Where good deliveries are posted on to: an endpoint of one's own. */
import { Switch, Text, TextInput, Title } from '@mantine/core';
import type { EventSettings } from '#shared/contract/events.ts';
import { endpointFault, leavesMachine } from '#shared/endpoint-address.ts';

type Forward = EventSettings['forward'];

/** What is wrong with these settings; undefined where they can be saved. */
export function forwardFault({ enabled, url }: Forward): string | undefined {
  if (url === '') return enabled ? 'Enter the address of your endpoint.' : undefined;
  return endpointFault(url);
}

export function ForwardSettings({ forward, onChange }: { forward: Forward; onChange: (forward: Forward) => void }) {
  return (
    <>
      <Title order={2}>Forwarding</Title>
      <Switch
        label="Forward good deliveries to an endpoint of your own"
        description="Each as it comes, byte for byte with its signature. One that fails is not repeated by itself."
        checked={forward.enabled}
        onChange={(event) => onChange({ ...forward, enabled: event.currentTarget.checked })}
      />
      <TextInput
        label="Address of your endpoint"
        placeholder="http://127.0.0.1:8080/webhook"
        value={forward.url}
        error={forwardFault(forward)}
        onChange={(event) => onChange({ ...forward, url: event.currentTarget.value.trim() })}
      />
      {leavesMachine(forward.url) ? (
        <Text size="sm" role="status">
          This endpoint is not on this computer, and events are about customers: make sure that it may have them.
        </Text>
      ) : null}
    </>
  );
}
