/** The client certificate of a workspace. Its file goes to the main side by a handle: the key never passes this page. */
import { Button, FileButton, Group, PasswordInput, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { fileHandle } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatUtcDay } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { useCheckAgain } from './use-check-again.ts';

interface ClientCertificateProps {
  workspace: string;
  present: CallOutput<'connections.tokens'>['clientCertificate'];
}

export function ClientCertificate({ workspace, present }: ClientCertificateProps) {
  const forget = useAction('connections.forget');
  const checkAgain = useCheckAgain(workspace, 'all');
  return (
    <article className="ms-token" aria-label="Client certificate">
      <Text fw={600} size="sm">
        Client certificate {present ? '' : '(none)'}
      </Text>
      <Dim size="sm">
        {present ? factsWords(present) : 'Only where the service asks for one: .pfx, .p12, or PEM with its key.'}
      </Dim>
      <Choose workspace={workspace} replaces={present !== undefined} />
      {present ? (
        <Group gap="xs">
          <Button
            variant="subtle"
            color="red"
            onClick={() => forget.run({ workspace, which: 'clientCertificate' }, checkAgain)}
          >
            Forget
          </Button>
        </Group>
      ) : null}
    </article>
  );
}

function factsWords({ facts }: NonNullable<ClientCertificateProps['present']>): string {
  if (facts === undefined) return 'Chosen. What is in it cannot be shown here.';
  const until = formatUtcDay(facts.validTo);
  return `Issued to ${facts.subject} by ${facts.issuer}, good until ${until}.`;
}

function Choose({ workspace, replaces }: { workspace: string; replaces: boolean }) {
  const set = useAction('connections.setCertificate');
  const checkAgain = useCheckAgain(workspace, 'all');
  const passphrase = useRef<HTMLInputElement>(null);
  const forgetChoice = useRef<() => void>(null);
  const take = async (files: File[]) => {
    if (files.length === 0) return;
    // Chosen again with another passphrase, the same file is news.
    forgetChoice.current?.();
    const handles: string[] = [];
    for (const file of files) handles.push(await fileHandle(file));
    const text = passphrase.current?.value ?? '';
    // The field is not React's: its text is dropped here and lives nowhere else.
    if (passphrase.current) passphrase.current.value = '';
    set.run({ workspace, handles, ...(text === '' ? {} : { passphrase: text }) }, () => {
      notify('The client certificate was saved.');
      checkAgain();
    });
  };
  return (
    <Group gap="xs" align="end">
      <PasswordInput
        ref={passphrase}
        size="xs"
        label="Passphrase of the file"
        description="Enter it before you choose the file"
        autoComplete="off"
        style={{ flex: 1, minWidth: '10rem' }}
      />
      <FileButton
        multiple
        resetRef={forgetChoice}
        accept=".pfx,.p12,.pem,.crt,.cer,.key"
        onChange={(files) => void take(files).catch(notifyFailure)}
      >
        {(props) => (
          <Button
            variant="default"
            loading={set.isPending}
            leftSection={<IconCertificate size={14} aria-hidden />}
            {...props}
          >
            {replaces ? 'Replace it…' : 'Choose the file…'}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
