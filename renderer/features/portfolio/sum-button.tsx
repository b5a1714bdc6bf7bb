import { IconSum } from '@tabler/icons-react';
import { ButtonLink } from '../../ui/links.tsx';
import { MOST_SUMMED } from './sum-address.ts';

/** Leads to the sum of chosen meters (ids); nothing where a sum cannot be made of so many. */
export function SumButton({ workspace, meters }: { workspace: string; meters: string[] }) {
  if (meters.length < 2 || meters.length > MOST_SUMMED) return null;
  return (
    <ButtonLink
      variant="default"
      size="compact-xs"
      leftSection={<IconSum size={13} aria-hidden />}
      to="/w/$workspace/portfolio/sum"
      params={{ workspace }}
      search={{ meters }}
    >
      Sum
    </ButtonLink>
  );
}
