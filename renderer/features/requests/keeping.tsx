/** What is kept of headers and bodies in this workspace: how much it is, how long it stays, and getting rid of it. */
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { RequestPolicy } from '#shared/contract/requests.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { formatBytes, formatCounted } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Pending } from '../../ui/states.tsx';

const WHAT: readonly [RequestPolicy['keep'], string, string][] = [
  ['nothing', 'Nothing', 'The log has addresses, times and statuses only.'],
  ['headers', 'Headers', 'Of every request and answer.'],
  [
    'failed',
    'Headers, and bodies of what failed or acted',
    'Failed requests, test submissions, collections, and what was asked by hand under Resources.',
  ],
  ['all', 'Headers and every body', 'Feeds go into the store as they come and are never kept twice.'],
];

export function Keeping({ workspace }: { workspace: string }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={dialog.open}>
        What is kept
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="What is kept of requests" size="lg">
        <KeepingForm workspace={workspace} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function KeepingForm({ workspace, onDone }: { workspace: string; onDone: () => void }) {
  const keeping = useCall('requests.keeping', { workspace }, { fresh: true });
  const keep = useCommand('requests.keep');
  const [changed, setChanged] = useState<Partial<RequestPolicy>>({});
  if (keeping.error || !keeping.data) return <Pending query={keeping} label="Loading what is kept" />;
  const policy = { ...keeping.data.policy, ...changed };
  const save = () =>
    keep.mutate(
      { workspace, policy },
      {
        onError: notifyFailure,
        onSuccess: () => {
          notify('From now on that is kept.');
          onDone();
        },
      },
    );
  return (
    <Stack gap="md">
      <Text size="sm">
        Tokens, client secrets, cookies, signatures and passwords are taken out before anything is written. Bodies may
        hold data of customers, as the rest of the workspace does; they stay on this computer.
      </Text>
      <PolicyFields policy={policy} onChange={(change) => setChanged({ ...changed, ...change })} />
      <KeptNow workspace={workspace} kept={keeping.data.kept} onDeleted={() => void keeping.refetch()} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={keep.isPending} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

interface PolicyFieldsProps {
  policy: RequestPolicy;
  onChange: (change: Partial<RequestPolicy>) => void;
}

function PolicyFields({ policy, onChange }: PolicyFieldsProps) {
  const number = (name: 'bodyKiB' | 'days' | 'totalMiB', label: string, max: number) => (
    <NumberField
      label={label}
      size="xs"
      w={170}
      min={1}
      max={max}
      whole
      value={policy[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <Radio.Group
        label="Kept are"
        value={policy.keep}
        // A value of the table above.
        onChange={(value) => onChange({ keep: value as RequestPolicy['keep'] })}
      >
        <Stack gap={8} mt={6}>
          {WHAT.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap="sm" align="end">
        {number('bodyKiB', 'Of each body, KiB', 1024)}
        {number('days', 'For days', 3650)}
        {number('totalMiB', 'All together, MiB', 10_000)}
      </Group>
    </>
  );
}

interface KeptNowProps {
  workspace: string;
  kept: CallOutput<'requests.keeping'>['kept'];
  onDeleted: () => void;
}

function KeptNow({ workspace, kept, onDeleted }: KeptNowProps) {
  const clear = useCommand('requests.clear');
  return (
    <Group gap="sm">
      <Text size="sm" data-testid="kept-use">
        {kept.requests === 0
          ? 'Nothing is kept now.'
          : `Kept now: ${formatBytes(kept.bytes)} of ${formatCounted(kept.requests, 'request')}.`}
      </Text>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={kept.requests === 0}
        loading={clear.isPending}
        onClick={() => clear.mutate({ workspace }, { onError: notifyFailure, onSuccess: onDeleted })}
      >
        Delete headers and bodies
      </Button>
    </Group>
  );
}
