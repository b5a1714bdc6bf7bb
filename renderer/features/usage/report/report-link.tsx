/** Leads from a meter to its report, of the span and the series that are shown; also from the palette. */
import { IconReport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/links.tsx';
import { usePaletteActions } from '../../../ui/palette.ts';
import type { UsageSearch } from '../usage-address.ts';

export function ReportLink(props: { workspace: string; usagePoint: string; search: UsageSearch }) {
  const { workspace, usagePoint, search } = props;
  const navigate = useNavigate();
  const address = { to: '/w/$workspace/meters/$usagePoint/report', params: { workspace, usagePoint }, search } as const;
  usePaletteActions([
    { id: 'meter-report', label: 'Report of this meter', group: 'This meter', run: () => void navigate(address) },
  ]);
  return (
    <ButtonLink {...address} variant="default" leftSection={<IconReport size={15} aria-hidden />}>
      Report
    </ButtonLink>
  );
}
