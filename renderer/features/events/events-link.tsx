/** Leads from an authorization or a meter to the events about it. */
import { IconBroadcast } from '@tabler/icons-react';
import { ButtonLink } from '../../ui/links.tsx';

export function EventsLink({ workspace, object }: { workspace: string; object: string }) {
  return (
    <ButtonLink
      to="/w/$workspace/events"
      params={{ workspace }}
      search={{ object }}
      variant="default"
      leftSection={<IconBroadcast size={15} aria-hidden />}
    >
      Events
    </ButtonLink>
  );
}
