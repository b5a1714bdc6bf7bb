/** Leads from the overview to its report, as it is chosen; also from the palette. */
import { IconReport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/links.tsx';
import { usePaletteActions } from '../../../ui/palette.ts';
import type { PortfolioSearch } from '../portfolio-address.ts';

export function PortfolioReportLink({ workspace, search }: { workspace: string; search: PortfolioSearch }) {
  const navigate = useNavigate();
  const address = { to: '/w/$workspace/portfolio/report', params: { workspace }, search } as const;
  usePaletteActions([
    { id: 'portfolio-report', label: 'Report of this overview', group: 'Portfolio', run: () => void navigate(address) },
  ]);
  return (
    <ButtonLink {...address} size="xs" variant="default" leftSection={<IconReport size={15} aria-hidden />}>
      Report
    </ButtonLink>
  );
}
