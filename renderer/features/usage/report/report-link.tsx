/** Leads from a meter to its report, of the span and the series that are shown. */
import { IconReport } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/links.tsx';
import type { UsageSearch } from '../usage-address.ts';

export function ReportLink(props: { workspace: string; usagePoint: string; search: UsageSearch }) {
  const { workspace, usagePoint, search } = props;
  return (
    <ButtonLink
      to="/w/$workspace/meters/$usagePoint/report"
      params={{ workspace, usagePoint }}
      search={search}
      variant="default"
      leftSection={<IconReport size={15} aria-hidden />}
    >
      Report
    </ButtonLink>
  );
}
