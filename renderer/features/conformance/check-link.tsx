/** Leads to the pre-check of a document from where the document is. */
import { ButtonLink } from '../../ui/links.tsx';
import type { CheckSearch } from './check-address.ts';

interface CheckLinkProps {
  workspace: string;
  /** The document, or the authorization whose documents are listed. */
  search: CheckSearch;
  size?: 'compact-xs' | 'xs' | 'sm';
}

export function CheckLink({ workspace, search, size = 'compact-xs' }: CheckLinkProps) {
  return (
    <ButtonLink to="/w/$workspace/check" params={{ workspace }} search={search} variant="default" size={size}>
      Pre-check
    </ButtonLink>
  );
}
