/** Copying and deleting a workspace. Deleting says what goes, and asks for the name. */
import { Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useCommand } from '../../api/index.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';

export function WorkspaceDanger({ workspace, name }: { workspace: string; name: string }) {
  const navigate = useNavigate();
  const duplicate = useCommand('workspaces.duplicate');
  const [deleting, setDeleting] = useState(false);
  return (
    <section aria-labelledby="danger-title">
      <Stack gap="sm">
        <Title order={2} id="danger-title">
          Copy or delete
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            loading={duplicate.isPending}
            onClick={() =>
              duplicate.mutate(
                { workspace, name: `Copy of ${name}`.slice(0, 80) },
                {
                  onError: notifyFailure,
                  onSuccess: (made) =>
                    void navigate({ to: '/w/$workspace/connection', params: { workspace: made.workspace } }),
                },
              )
            }
          >
            Copy the settings
          </Button>
          <Button color="red" variant="light" onClick={() => setDeleting(true)}>
            Delete the workspace …
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          A copy has the same settings, without tokens and data.
        </Text>
      </Stack>
      <Modal opened={deleting} onClose={() => setDeleting(false)} title={`Delete ${name}`}>
        <DeleteForm workspace={workspace} name={name} />
      </Modal>
    </section>
  );
}

function DeleteForm({ workspace, name }: { workspace: string; name: string }) {
  const navigate = useNavigate();
  const contents = useCall('workspaces.contents', { workspace });
  const remove = useCommand('workspaces.delete');
  const [confirm, setConfirm] = useState('');
  const { data } = contents;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The workspace's screens go with it, so what follows must not hang on this component.
        remove.mutateAsync({ workspace, confirm }).then(() => {
          notify(`${name} was deleted.`);
          return navigate({ to: '/w/$workspace', params: { workspace: 'demo' } });
        }, notifyFailure);
      }}
    >
      <Stack gap="sm">
        {data ? (
          <Text size="sm">
            This deletes {formatCount(data.authorizations)} authorizations, {formatCount(data.usagePoints)} meters with
            all their readings and bills ({formatBytes(data.bytes)} on disk) and {formatCount(data.tokens)} tokens and
            secrets.
            {data.activeJobs > 0 ? ` ${formatCount(data.activeJobs)} running jobs are stopped.` : ''} Nothing is changed
            at the service.
          </Text>
        ) : (
          <Text size="sm">Counting …</Text>
        )}
        <Text size="sm">
          Want to keep the data? Copy the folder first, or run <code>meterscope export</code> on it: {data?.folder}
        </Text>
        <TextInput
          label={`Type “${name}” to confirm`}
          value={confirm}
          onChange={(event) => setConfirm(event.currentTarget.value)}
        />
        <Button type="submit" color="red" disabled={confirm.trim() !== name} loading={remove.isPending}>
          Delete it
        </Button>
      </Stack>
    </form>
  );
}
