/** What a workspace of files says where a service is needed. */
import { IconFlask } from '@tabler/icons-react';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function NoService({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <EmptyState icon={IconFlask} title="The Files workspace has no service to test">
        Switch to the demo or to a workspace of a utility to fire test submissions.
      </EmptyState>
    </Screen>
  );
}
