/** Whose certificates are believed. The page reads an added file itself: certificates are public. */
import { Button, FileButton, Stack, Switch, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CertificateView, NetworkView } from '#shared/contract/network.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted, formatUtcDay } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { SetByAdministrator } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';

interface AuthoritySettingsProps {
  authorities: NetworkView['authorities'];
  isLocked: boolean;
}

export function AuthoritySettings({ authorities, isLocked }: AuthoritySettingsProps) {
  const { bundled, system, own, ofSystem } = authorities;
  const set = useAction('network.setAuthorities');
  return (
    <Stack gap="sm">
      <Title order={2}>Certificate authorities</Title>
      <Dim size="sm">A service is believed if one of these vouches for it.</Dim>
      {isLocked ? <SetByAdministrator /> : null}
      <Switch
        label="Those that come with the program"
        description="Mozilla’s list, as in browsers."
        checked={bundled}
        disabled={isLocked}
        onChange={(event) => set.run({ bundled: event.currentTarget.checked, system })}
      />
      <Switch
        label="Those that the system trusts"
        description={systemWords(ofSystem)}
        checked={system}
        disabled={isLocked}
        onChange={(event) => set.run({ bundled, system: event.currentTarget.checked })}
      />
      <Text size="sm" fw={600}>
        {isLocked ? 'Added by your administrator' : 'Added by hand'}
      </Text>
      {own.length === 0 ? (
        <Dim size="sm">
          {isLocked
            ? 'None.'
            : 'None. A company that inspects traffic has an authority of its own: ask for its PEM file.'}
        </Dim>
      ) : (
        <OwnAuthorities own={own} isLocked={isLocked} />
      )}
      {isLocked ? null : <AddAuthority />}
    </Stack>
  );
}

function systemWords({ count, from }: NetworkView['authorities']['ofSystem']): string {
  if (from === 'none') return 'They cannot be read here: add what is needed by hand.';
  const many = formatCounted(count, 'authority', 'authorities');
  return from === 'file' ? `${many}, read from the file of this Linux.` : `${many}.`;
}

function AddAuthority() {
  const add = useAction('network.addAuthorities');
  const forget = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (!file) return;
    // Chosen again once it is corrected, the same file is news.
    forget.current?.();
    file
      .text()
      .then(
        (pem) => add.run({ pem }, (added) => notify(`Added: ${added.map(({ subject }) => subject).join(', ')}.`)),
        notifyFailure,
      );
  };
  return (
    <FileButton resetRef={forget} accept=".pem,.crt,.cer" onChange={take}>
      {(props) => (
        <Button
          variant="default"
          loading={add.isPending}
          leftSection={<IconCertificate size={14} aria-hidden />}
          style={{ alignSelf: 'start' }}
          {...props}
        >
          Add a PEM file…
        </Button>
      )}
    </FileButton>
  );
}

function OwnAuthorities({ own, isLocked }: { own: readonly CertificateView[]; isLocked: boolean }) {
  const remove = useAction('network.removeAuthority');
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Authority</Table.Th>
          <Table.Th>Good until</Table.Th>
          <Table.Th>SHA-256</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {own.map(({ subject, validTo, fingerprint }) => (
          <Table.Tr key={fingerprint}>
            <Table.Td>{subject}</Table.Td>
            <Table.Td>{formatUtcDay(validTo)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{fingerprint}</Table.Td>
            <Table.Td>
              <Button
                variant="subtle"
                color="red"
                size="compact-xs"
                aria-label={`Remove ${subject}`}
                disabled={isLocked}
                onClick={() => remove.run({ fingerprint })}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
