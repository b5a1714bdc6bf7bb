/** Guided setup, first step: where the service is. The next one is the connection page of the new workspace. */
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePolicy } from '../../ui/policy.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useAction } from '../../ui/use-action.ts';
import { WorkspaceForm } from './workspace-form.tsx';

export function NewWorkspaceScreen() {
  const navigate = useNavigate();
  const create = useAction('workspaces.create');
  const services = usePolicy().view?.services ?? [];
  // The only one that the administrator allows.
  const only = services.length === 1 && !services[0]?.includes('*') ? services[0] : undefined;
  return (
    <Screen title="New workspace">
      <Text c="dimmed" maw="46rem" mb="md">
        A workspace talks to the service of one utility and has data, tokens and jobs of its own. First say where the
        service is; the tokens come on the next page, each with a note on what it is for.
      </Text>
      <WorkspaceForm
        key={only ?? ''}
        baseUrl={only}
        action="Create the workspace"
        busy={create.isPending}
        onSubmit={(settings) =>
          create.run(
            settings,
            ({ workspace }) => void navigate({ to: '/w/$workspace/connection', params: { workspace } }),
          )
        }
      />
    </Screen>
  );
}
