/** Copying and deleting a workspace. */
import { Button, Group, Modal, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dim } from '../../ui/dim.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DeleteWorkspace } from './delete-workspace.tsx';

export function WorkspaceDanger({ workspace, name }: { workspace: string; name: string }) {
  const navigate = useNavigate();
  const duplicate = useAction('workspaces.duplicate');
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
              duplicate.run(
                { workspace, name: `Copy of ${name}`.slice(0, 80) },
                (made) => void navigate({ to: '/w/$workspace/connection', params: { workspace: made.workspace } }),
              )
            }
          >
            Copy the settings
          </Button>
          <Button color="red" variant="light" onClick={() => setDeleting(true)}>
            Delete the workspace …
          </Button>
        </Group>
        <Dim size="sm">A copy has the same settings, without tokens and data.</Dim>
      </Stack>
      <Modal opened={deleting} onClose={() => setDeleting(false)} title={`Delete ${name}`}>
        <DeleteWorkspace workspace={workspace} name={name} />
      </Modal>
    </section>
  );
}
