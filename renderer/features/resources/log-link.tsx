import { ButtonLink } from '../../ui/links.tsx';

interface LogLinkProps {
  workspace: string;
  /** Nothing is shown where it is not known. */
  requestId: string | undefined;
  size: 'compact-sm' | 'compact-xs';
}

/** Leads to a request in the log. */
export function LogLink({ workspace, requestId, size }: LogLinkProps) {
  if (requestId === undefined) return null;
  return (
    <ButtonLink
      to="/w/$workspace/requests"
      params={{ workspace }}
      search={{ request: requestId }}
      size={size}
      variant="default"
    >
      In the request log
    </ButtonLink>
  );
}
