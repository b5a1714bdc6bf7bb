/** Leads from what is shown to the query that has the same; also from the palette. */
import { IconDatabaseSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { IconButton } from './icon-button.tsx';
import { usePaletteActions } from './palette.ts';
import type { QueryValues } from './query-values.ts';

interface OpenAsQueryProps {
  workspace: string;
  sql: string;
  /** Of `$name` in it. */
  values: QueryValues;
}

export function OpenAsQuery({ workspace, sql, values }: OpenAsQueryProps) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/w/$workspace/query', params: { workspace }, search: { sql, values } });
  usePaletteActions([
    { id: 'open-as-query', label: 'Open this as a query', group: 'Query', keywords: 'SQL', run: open },
  ]);
  return <IconButton icon={IconDatabaseSearch} label="Open this as a query" onClick={open} />;
}
