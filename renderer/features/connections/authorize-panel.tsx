/** Asking a customer: the sign-in in the system's browser, its ends, and importing a token that was got elsewhere. */
import { Button, Code, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OAuthFlowView } from '#shared/contract/connections.ts';
import { bridge, useCall, useCommand } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCountdown } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { SyncButton } from '../jobs/sync-button.tsx';
import { Notice } from './notice.tsx';
import { type IncomingSecret, SecretEntry } from './secret-entry.tsx';
import { useCheckAgain } from './use-check-again.ts';

export function AuthorizePanel({ workspace }: { workspace: string }) {
  const flow = useNewestFlow(workspace);
  const start = useAction('oauth.start');
  const checkAgain = useCheckAgain(workspace, 'made');
  const done = flow?.state === 'done' ? flow.id : undefined;
  useEffect(() => {
    if (done !== undefined) checkAgain();
  }, [done, checkAgain]);
  const running = flow?.state === 'waiting' || flow?.state === 'exchanging';
  return (
    <section aria-labelledby="authorize-title">
      <Stack gap="sm">
        <Title order={2} id="authorize-title">
          Ask a customer
        </Title>
        <Dim size="sm">
          The customer signs in at the utility in your browser and decides there. Meterscope gets the access_token of
          that one authorization.
        </Dim>
        {flow ? <FlowState flow={flow} /> : null}
        {running ? null : (
          <Group gap="xs">
            <Button loading={start.isPending} onClick={() => start.run({ workspace })}>
              Authorize in the browser
            </Button>
            <Button variant="default" onClick={() => start.run({ workspace, open: false })}>
              Only create the link
            </Button>
          </Group>
        )}
        <ImportToken workspace={workspace} />
      </Stack>
    </section>
  );
}

/** The newest sign-in of the workspace, kept true by its topic. */
function useNewestFlow(workspace: string): OAuthFlowView | undefined {
  // What became of it while another screen was shown was not heard.
  const list = useCall('oauth.list', { workspace }, { fresh: true });
  const [heard, setHeard] = useState<OAuthFlowView | undefined>();
  useEffect(
    () => bridge.subscribe('oauth.changed', (flow) => (flow.workspace === workspace ? setHeard(flow) : undefined)),
    [workspace],
  );
  return heard?.workspace === workspace ? heard : list.data?.[0];
}

function FlowState({ flow }: { flow: OAuthFlowView }) {
  if (flow.state === 'waiting') return <Waiting flow={flow} />;
  if (flow.state === 'exchanging') {
    return (
      <Notice title="The customer has answered. Fetching the token…" role="status">
        <CancelButton flow={flow} />
      </Notice>
    );
  }
  if (flow.state === 'done') {
    return (
      <Notice color="green" title="Authorized" role="status">
        <Stack gap="xs" align="start">
          <Text size="sm">Authorization {flow.authorization} can be synced now.</Text>
          <FlowNotice flow={flow} />
          <SyncButton workspace={flow.workspace} />
        </Stack>
      </Notice>
    );
  }
  return (
    <Notice
      color={flow.state === 'failed' ? 'red' : 'orange'}
      title={flow.error?.message ?? 'The sign-in ended.'}
      role="status"
    >
      {flow.error?.action}
    </Notice>
  );
}

function Waiting({ flow }: { flow: OAuthFlowView }) {
  const now = useNow(1000);
  return (
    <Notice title={`Waiting for the browser, ${formatCountdown(flow.until - now)} left`} role="status">
      <Stack gap="xs">
        <FlowNotice flow={flow} />
        <Text size="sm">No browser window? Open this address in any browser on this computer:</Text>
        <Code block data-testid="oauth-url">
          {flow.url}
        </Code>
        <Group gap="xs">
          <CopyButton value={flow.url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy the address'}
              </Button>
            )}
          </CopyButton>
          <CancelButton flow={flow} />
        </Group>
        {flow.mode === 'paste' ? <PasteAddress flow={flow} /> : null}
      </Stack>
    </Notice>
  );
}

function FlowNotice({ flow: { notice } }: { flow: OAuthFlowView }) {
  if (notice === undefined) return null;
  return (
    <Text size="sm" c="red">
      {notice.message} {notice.action}
    </Text>
  );
}

function CancelButton({ flow }: { flow: OAuthFlowView }) {
  const cancel = useAction('oauth.cancel');
  return (
    <Button variant="default" onClick={() => cancel.run({ id: flow.id })}>
      Cancel
    </Button>
  );
}

function PasteAddress({ flow }: { flow: OAuthFlowView }) {
  const paste = useCommand('oauth.paste');
  const [address, setAddress] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        paste.mutate({ id: flow.id, address }, { onError: notifyFailure, onSettled: () => setAddress('') });
      }}
    >
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          size="xs"
          label="Address you were sent to"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" loading={paste.isPending} disabled={address.trim() === ''}>
          Go on
        </Button>
      </Group>
    </form>
  );
}

function ImportToken({ workspace }: { workspace: string }) {
  const importToken = useAction('connections.importToken');
  const test = useAction('connections.test');
  const checkAgain = useCheckAgain(workspace, 'made');
  const [open, setOpen] = useState(false);
  const [authorization, setAuthorization] = useState('');
  const [what, setWhat] = useState<'access' | 'refresh'>('access');
  if (!open) {
    return (
      <Button variant="subtle" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        Import a token instead
      </Button>
    );
  }
  // A token of another authorization is as well formed as the right one: only the service knows.
  const tryIt = () =>
    test.run({ workspace, scope: authorization.trim(), tokenClass: 'access' }, ({ state, message, action }) =>
      notify(
        state === 'ok'
          ? 'The token was saved, and the service accepts it.'
          : `The token was saved, but could not be used. ${message} ${action ?? ''}`,
      ),
    );
  const take = (secret: IncomingSecret) =>
    importToken.run({ workspace, authorization: authorization.trim(), what, secret }, () => {
      setOpen(false);
      tryIt();
      checkAgain();
    });
  return (
    <Stack gap="xs">
      <Button variant="subtle" onClick={() => setOpen(false)} style={{ alignSelf: 'start' }}>
        Cancel the import
      </Button>
      <TextInput
        size="xs"
        label="Authorization (auth_uid)"
        value={authorization}
        onChange={(event) => setAuthorization(event.currentTarget.value)}
      />
      <Group gap="xs" role="group" aria-label="Kind of token">
        {(['access', 'refresh'] as const).map((kind) => (
          <Button
            key={kind}
            variant={what === kind ? 'light' : 'default'}
            aria-pressed={what === kind}
            onClick={() => setWhat(kind)}
          >
            {kind}_token
          </Button>
        ))}
      </Group>
      {authorization.trim() === '' ? (
        <Dim>Enter the uid of the authorization first.</Dim>
      ) : (
        <SecretEntry label={`${what}_token`} busy={importToken.isPending} onTake={take} />
      )}
    </Stack>
  );
}
