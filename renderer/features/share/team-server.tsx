/** The team server of a workspace: where it is, its password, and whether it answers. */
import { Button, Code, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { CheckView } from '#shared/contract/connections.ts';
import type { TeamServerAddress } from '#shared/contract/team-server.ts';
import { Dim } from '../../ui/dim.tsx';
import { notify } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { CheckList } from '../connections/checks.tsx';
import { SecretEntry } from '../connections/secret-entry.tsx';
import { SecretsNotice } from '../connections/secrets-notice.tsx';
import { TeamServerForm } from './team-server-form.tsx';

interface TeamServerProps {
  workspace: string;
  address?: TeamServerAddress | undefined;
  hasPassword: boolean;
}

export function TeamServer({ workspace, address, hasPassword }: TeamServerProps) {
  const [editing, setEditing] = useState(false);
  const [found, setFound] = useState<CheckView[]>();
  const changed = () => {
    setEditing(false);
    setFound(undefined);
  };
  return (
    <section className="ms-panel" aria-labelledby="team-server-title">
      <Title order={2} id="team-server-title">
        Team server
      </Title>
      <Dim size="sm">
        A PostgreSQL server (15 or later) that this workspace publishes to, so that others read it there.
      </Dim>
      {address === undefined || editing ? (
        <TeamServerForm workspace={workspace} address={address} onDone={changed} />
      ) : (
        <>
          <Known workspace={workspace} address={address} onEdit={() => setEditing(true)} onFound={setFound} />
          <div aria-live="polite">{found ? <CheckList checks={found} /> : null}</div>
          <Password workspace={workspace} has={hasPassword} onChange={() => setFound(undefined)} />
          <SecretsNotice />
        </>
      )}
    </section>
  );
}

interface KnownProps {
  workspace: string;
  address: TeamServerAddress;
  onEdit: () => void;
  onFound: (checks: CheckView[] | undefined) => void;
}

/** The address, and what can be done with it. */
function Known({ workspace, address: { host, port, database, user, sslMode }, onEdit, onFound }: KnownProps) {
  const test = useAction('teamServer.test');
  const forget = useAction('teamServer.forget');
  return (
    <>
      <div>
        <Code>
          {user}@{host}:{port}/{database}
        </Code>
        <Dim mt={4}>{ENCRYPTION[sslMode]}</Dim>
      </div>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.run({ workspace }, onFound)}>
          Test the server
        </Button>
        <Button variant="default" onClick={onEdit}>
          Change
        </Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => forget.run({ workspace }, () => notify('The team server and its password were forgotten.'))}
        >
          Forget the server
        </Button>
      </Group>
    </>
  );
}

const ENCRYPTION: Readonly<Record<TeamServerAddress['sslMode'], string>> = {
  'verify-full': 'Encrypted; its certificate is checked.',
  require: 'Encrypted; its certificate is not checked.',
  disable: 'Not encrypted.',
};

function Password({ workspace, has, onChange }: { workspace: string; has: boolean; onChange: () => void }) {
  const set = useAction('teamServer.setPassword');
  return (
    <section aria-label="Password of the team server">
      <Text size="sm" fw={600}>
        Password {has ? '' : '(not entered)'}
      </Text>
      <Dim>
        {has
          ? 'Kept as tokens are: sealed, and never shown.'
          : 'Kept as tokens are: sealed, and never shown. Without one, PGPASSWORD, PGPASSFILE or ~/.pgpass counts.'}
      </Dim>
      <Group gap="xs" mt="xs">
        <SecretEntry
          label="password"
          busy={set.isPending}
          onTake={(secret) =>
            set.run({ workspace, secret }, () => {
              onChange();
              notify('The password of the team server was saved.');
            })
          }
        />
        {has ? (
          <Button variant="subtle" color="red" onClick={() => set.run({ workspace }, onChange)}>
            Forget the password
          </Button>
        ) : null}
      </Group>
    </section>
  );
}
