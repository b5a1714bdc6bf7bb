/** Saves a copy of a document that can be given to others; what is replaced is said first. */
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { asErrorValue, useCall, useCommand } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SetByAdministrator, usePolicy } from '../../ui/policy.tsx';
import { ShowInFolder } from '../../ui/save-file.tsx';
import { CheckProgress } from './check-progress.tsx';
import { useProgress } from './use-check.ts';

interface AnonymiseButtonProps {
  workspace: string;
  document: DocumentRef;
  size?: 'compact-xs' | 'xs' | 'sm';
}

export function AnonymiseButton({ workspace, document, size }: AnonymiseButtonProps) {
  const [opened, setOpened] = useState(false);
  // What is being written is ended by its Cancel, not by the way.
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button variant="default" {...(size ? { size } : {})} onClick={() => setOpened(true)}>
        Anonymise …
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Save an anonymised copy"
        size="lg"
        withCloseButton={!busy}
        closeOnEscape={!busy}
        closeOnClickOutside={!busy}
      >
        <AnonymiseForm workspace={workspace} document={document} onBusy={setBusy} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

const SHORTEST_SECRET = 16;

interface AnonymiseFormProps extends AnonymiseButtonProps {
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

function AnonymiseForm({ workspace, document, onBusy, onClose }: AnonymiseFormProps) {
  const anonymise = useCommand('documents.anonymise');
  const { told, forget } = useProgress(workspace, document);
  const isAllowed = usePolicy().allows('files');
  const [jitter, setJitter] = useState(0);
  const [secret, setSecret] = useState('');
  const short = secret !== '' && secret.length < SHORTEST_SECRET;
  const cancelled = anonymise.error !== null && asErrorValue(anonymise.error).code === 'cancelled';
  const save = () => {
    forget();
    onBusy(true);
    anonymise.mutate(
      { workspace, document, jitter, ...(secret ? { secret } : {}) },
      {
        onError: (error) => {
          if (asErrorValue(error).code !== 'cancelled') notifyFailure(error);
        },
        onSettled: () => onBusy(false),
      },
    );
  };
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
      <NumberField
        label="Move readings and amounts by up to"
        description="Percent. Bill totals then no longer match their lines."
        suffix=" %"
        min={0}
        max={50}
        value={jitter}
        onChange={setJitter}
      />
      <PasswordInput
        label="Secret for files that belong together"
        description={`Files made with the same secret match each other. Without one a random secret is used and forgotten. At least ${SHORTEST_SECRET} characters.`}
        value={secret}
        error={short ? `${SHORTEST_SECRET} characters or more` : undefined}
        autoComplete="off"
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      {cancelled ? (
        <Text size="sm" role="status">
          Cancelled. Nothing was written.
        </Text>
      ) : null}
      {anonymise.isPending ? (
        <CheckProgress workspace={workspace} document={document} told={told} first="Preparing the copy" focused />
      ) : (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          {isAllowed ? null : <SetByAdministrator />}
          <Button disabled={short || !isAllowed} onClick={save}>
            Save the copy
          </Button>
        </Group>
      )}
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
