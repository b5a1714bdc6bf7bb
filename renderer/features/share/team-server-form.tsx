/** Where the team server is, and as whom; the password is entered afterwards. */
import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TeamServerAddress } from '#shared/contract/team-server.ts';
import { notify } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';

const ENCRYPTION: { value: TeamServerAddress['sslMode']; label: string }[] = [
  { value: 'verify-full', label: 'Encrypted, certificate checked' },
  { value: 'require', label: 'Encrypted, any certificate' },
  { value: 'disable', label: 'Not encrypted' },
];

interface FormProps {
  workspace: string;
  /** The one that is changed. */
  address: TeamServerAddress | undefined;
  onDone: () => void;
}

export function TeamServerForm({ workspace, address, onDone }: FormProps) {
  const [next, setNext] = useState<TeamServerAddress>(
    address ?? { host: '', port: 5432, database: '', user: '', sslMode: 'verify-full' },
  );
  const [port, setPort] = useState(String(next.port));
  const save = useAction('teamServer.set');
  const portNumber = /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0;
  const isPort = portNumber >= 1 && portNumber <= 65_535;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run({ workspace, address: { ...next, host: next.host.trim(), port: portNumber } }, () => {
      notify('The team server was saved.');
      onDone();
    });
  };
  const text = (name: 'host' | 'database' | 'user', label: string, placeholder: string) => (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      required
      value={next[name]}
      onChange={(event) => setNext({ ...next, [name]: event.currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
    />
  );
  return (
    <form onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {text('host', 'Host', 'db.example')}
        <TextInput
          size="xs"
          label="Port"
          inputMode="numeric"
          required
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
          error={isPort ? undefined : 'A number from 1 to 65535'}
        />
        {text('database', 'Database', 'meters')}
        {text('user', 'User', 'ann')}
      </SimpleGrid>
      <Select
        size="xs"
        mt="sm"
        label="Encryption"
        data={ENCRYPTION}
        value={next.sslMode}
        allowDeselect={false}
        onChange={(sslMode) => sslMode && setNext({ ...next, sslMode })}
      />
      <Group gap="xs" mt="sm">
        <Button type="submit" loading={save.isPending} disabled={!isPort}>
          Save the team server
        </Button>
        {address ? (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        ) : null}
      </Group>
    </form>
  );
}
