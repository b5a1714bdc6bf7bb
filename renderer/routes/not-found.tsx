import { IconMapOff } from '@tabler/icons-react';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/states.tsx';

/** An address that no screen answers to, for instance one from a newer version. */
export function NotFound() {
  return (
    <EmptyState
      icon={IconMapOff}
      title="There is nothing at this address"
      action={<ButtonLink to="/">Go to the start</ButtonLink>}
    >
      The address may come from another version, or the object was removed.
    </EmptyState>
  );
}
