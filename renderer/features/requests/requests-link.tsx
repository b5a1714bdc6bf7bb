/** Leads from a test submission, a collection, an event or a job to the requests that were made for it. */
import type { ListSubject } from '#shared/contract/requests.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { aboutText } from './requests-address.ts';

interface RequestsLinkProps {
  workspace: string;
  about: ListSubject;
  /** Of the button. */
  size?: 'compact-xs' | 'compact-sm' | 'xs';
}

export function RequestsLink({ workspace, about, size = 'xs' }: RequestsLinkProps) {
  return (
    <ButtonLink
      to="/w/$workspace/requests"
      params={{ workspace }}
      search={{ about: aboutText(about) }}
      variant="default"
      size={size}
    >
      Requests
    </ButtonLink>
  );
}
