/** The connection of a workspace: what works, each token with its age and use, customers' authorizations, settings. */
import { Button, Code, Group, Stack, Tabs, Text, TextInput, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckView } from '#shared/contract/connections.ts';
import type { WorkspaceSettings } from '#shared/contract/workspaces.ts';
import { queryKey, useCall } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, Pending } from '../../ui/states.tsx';
import { AuthorizePanel } from './authorize-panel.tsx';
import { CheckList } from './checks.tsx';
import { ClientCertificate } from './client-certificate.tsx';
import './connections.css';
import { Dim } from '../../ui/dim.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SecretEntry } from './secret-entry.tsx';
import { SecretsNotice } from './secrets-notice.tsx';
import { TokenCard } from './token-card.tsx';
import { useCheckAgain } from './use-check-again.ts';
import { WorkspaceDanger } from './workspace-danger.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

export function ConnectionScreen({ workspace }: { workspace: string }) {
  const details = useCall('workspaces.get', { workspace });
  const change = useChangeSettings(workspace);
  if (details.error || !details.data) return <Pending query={details} label="Opening the connection" />;
  const { data } = details;
  if (data.kind === 'files') {
    return (
      <Screen title="Connection">
        <EmptyState icon={IconPlugConnected} title="The Files workspace has no connection">
          This workspace holds opened files. Make a workspace of a utility to connect to its service.
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen title="Connection" facts={<Text c="dimmed">{data.baseUrl}</Text>}>
      <Tabs defaultValue="tokens" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="tokens">Tokens</Tabs.Tab>
          {data.kind === 'live' ? <Tabs.Tab value="settings">Settings</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="tokens" pt="md">
          <div className="ms-connection-grid">
            <Tokens workspace={workspace} live={data.kind === 'live'} />
            <Stack gap="xl">
              <Checks workspace={workspace} />
              <AuthorizePanel workspace={workspace} />
            </Stack>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md">
          <Settings
            key={JSON.stringify(data.settings)}
            workspace={workspace}
            settings={data.settings}
            change={change}
            name={data.name}
            folder={data.folder}
          />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** Access_tokens that are shown at first, and at each step more. */
const shownAtOnce = 50;

function Tokens({ workspace, live }: { workspace: string; live: boolean }) {
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(shownAtOnce);
  const wanted = { workspace, most, ...(search.trim() === '' ? {} : { search: search.trim() }) };
  const tokens = useCall('connections.tokens', wanted, { keepPrevious: true });
  if (tokens.error || !tokens.data) return <Pending query={tokens} label="Checking the tokens" />;
  const { matching, total } = tokens.data;
  return (
    <Stack gap="sm">
      {live ? <SecretsNotice /> : null}
      {total > shownAtOnce ? (
        <TextInput
          label="Find the access_token of an authorization"
          placeholder="A part of its uid"
          size="xs"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {tokens.data.tokens.map((token) => (
        <TokenCard key={`${token.tokenClass}:${token.scope ?? ''}`} workspace={workspace} token={token} />
      ))}
      {matching > most ? (
        <Button variant="default" onClick={() => setMost(most + shownAtOnce)}>
          Show more of {formatCounted(matching, 'access_token')}
        </Button>
      ) : null}
      <PlainSecret workspace={workspace} which="clientSecret" present={tokens.data.hasClientSecret} />
      <PlainSecret workspace={workspace} which="webhookSecret" present={tokens.data.hasWebhookSecret} />
      {live ? <ClientCertificate workspace={workspace} present={tokens.data.clientCertificate} /> : null}
    </Stack>
  );
}

const SECRETS = {
  clientSecret: {
    name: 'client_secret',
    what: 'With client_id it fetches the client_access_token and customers’ tokens.',
  },
  webhookSecret: { name: 'Webhook secret', what: 'Used to verify event deliveries.' },
} as const;

function PlainSecret({
  workspace,
  which,
  present,
}: {
  workspace: string;
  which: keyof typeof SECRETS;
  present: boolean;
}) {
  const set = useAction('connections.setSecret');
  const forget = useAction('connections.forget');
  const checkAgain = useCheckAgain(workspace, which === 'clientSecret' ? 'made' : undefined);
  const { name, what } = SECRETS[which];
  return (
    <article className="ms-token" aria-label={name}>
      <Text fw={600} size="sm">
        {name} {present ? '' : '(not entered)'}
      </Text>
      <Dim size="sm">{what}</Dim>
      <Group gap="xs">
        <SecretEntry
          label={name}
          busy={set.isPending}
          onTake={(secret) =>
            set.run({ workspace, which, secret }, () => {
              notify(`The ${name} was saved.`);
              checkAgain();
            })
          }
        />
        {present ? (
          <Button variant="subtle" color="red" onClick={() => forget.run({ workspace, which }, checkAgain)}>
            Forget
          </Button>
        ) : null}
      </Group>
    </article>
  );
}

function Checks({ workspace }: { workspace: string }) {
  const checks = useCall('connections.check', { workspace }, { fresh: true });
  const checkAgain = useCheckAgain(workspace, 'made');
  const take = useAction('connections.takeRegistration');
  const found: readonly CheckView[] = checks.data ?? [];
  return (
    <section aria-labelledby="checks-title">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="checks-title">
            What works
          </Title>
          <Group gap="xs">
            <Button
              variant="default"
              loading={take.isPending}
              onClick={() =>
                take.run({ workspace }, (parts) => {
                  for (const part of parts) notify(`${part.title}: ${part.message}`);
                  checkAgain();
                })
              }
            >
              Use the published registration
            </Button>
            <Button variant="default" loading={checks.isFetching} onClick={() => void checks.refetch()}>
              Test this connection
            </Button>
          </Group>
        </Group>
        {checks.error ? <FailureState error={checks.error} /> : null}
        <div aria-live="polite">
          {checks.data ? (
            <CheckList checks={found} />
          ) : checks.error ? null : (
            <Text c="dimmed">Asking the service …</Text>
          )}
        </div>
      </Stack>
    </section>
  );
}

/** Saves settings. It belongs to the screen, since the form may be gone before the save has ended. */
function useChangeSettings(workspace: string) {
  const client = useQueryClient();
  const change = useAction('workspaces.change');
  const save = (settings: WorkspaceSettings) =>
    change.run({ workspace, change: settings }, () => {
      notify('Settings saved.');
      // It was found with the settings before, so it is not shown while the service is asked again.
      void client.resetQueries({ queryKey: queryKey('connections.check', { workspace }) });
    });
  return { save, isPending: change.isPending };
}

function Settings(props: {
  workspace: string;
  name: string;
  folder: string;
  settings: React.ComponentProps<typeof WorkspaceForm>['settings'];
  change: ReturnType<typeof useChangeSettings>;
}) {
  const { workspace, settings, change, name, folder } = props;
  return (
    <Stack gap="xl">
      <WorkspaceForm
        {...(settings === undefined ? {} : { settings })}
        action="Save the changes"
        busy={change.isPending}
        onSubmit={change.save}
      />
      <Text size="sm">
        Its data is in <Code>{folder}</Code>
      </Text>
      <WorkspaceDanger workspace={workspace} name={name} />
    </Stack>
  );
}
