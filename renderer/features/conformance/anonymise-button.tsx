/** Saves a copy of a document that can be given to others; what is replaced is said first. */
import { Alert, Button, Group, Modal, NumberInput, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { ShowInFolder } from '../../ui/save-file.tsx';

interface AnonymiseButtonProps {
  workspace: string;
  document: DocumentRef;
  size?: 'compact-xs' | 'xs' | 'sm';
}

export function AnonymiseButton({ workspace, document, size }: AnonymiseButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" {...(size ? { size } : {})} onClick={() => setOpened(true)}>
        Anonymise …
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Save an anonymised copy" size="lg">
        <AnonymiseForm workspace={workspace} document={document} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

const SHORTEST_SECRET = 16;

function AnonymiseForm({ workspace, document, onClose }: AnonymiseButtonProps & { onClose: () => void }) {
  const anonymise = useCommand('documents.anonymise');
  const [jitter, setJitter] = useState(0);
  const [secret, setSecret] = useState('');
  const short = secret !== '' && secret.length < SHORTEST_SECRET;
  const save = () =>
    anonymise.mutate({ workspace, document, jitter, ...(secret ? { secret } : {}) }, { onError: notifyFailure });
  if (anonymise.data) return <Saved saved={anonymise.data} onClose={onClose} />;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>Replaced:</b> names, postal and e-mail addresses, telephone numbers, account, meter and agreement numbers,
        titles and other free text, identifiers and links (what belongs together still does), tokens and secrets.
        Comments are left out.
      </Text>
      <Text size="sm">
        <b>Stays:</b> times, readings and amounts, units and codes, currencies, and the form of the document. Somebody
        who knows the consumption of a home can recognise it.
      </Text>
      <NumberInput
        label="Move readings and amounts by up to"
        description="Percent. Sums of bills then no longer fit their lines."
        suffix=" %"
        min={0}
        max={50}
        value={jitter}
        onChange={(value) => setJitter(typeof value === 'number' ? value : 0)}
      />
      <PasswordInput
        label="Secret for files that belong together"
        description={`Files made with the same one fit each other. Without one a random secret is used and forgotten. At least ${SHORTEST_SECRET} characters.`}
        value={secret}
        error={short ? `${SHORTEST_SECRET} characters or more` : undefined}
        autoComplete="off"
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={short} loading={anonymise.isPending} onClick={save}>
          Save the copy
        </Button>
      </Group>
    </Stack>
  );
}

function Saved({ saved, onClose }: { saved: NonNullable<CallOutput<'documents.anonymise'>>; onClose: () => void }) {
  const native = useCall('app.info', undefined).data?.capabilities.saveDialog ?? false;
  const { path, tests, differing } = saved;
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Saved {path}
      </Text>
      {differing.length === 0 ? (
        <Alert color="green" variant="light" title="The pre-check of the copy is equal">
          All {formatCount(tests)} tests come to the same for the copy as for the original.
        </Alert>
      ) : (
        <Alert color="orange" variant="light" title="The pre-check of the copy differs">
          {differing.join(', ')} come to another result for the copy than for the original.
        </Alert>
      )}
      <Group justify="flex-end" gap="md">
        {native ? <ShowInFolder path={path} /> : null}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
