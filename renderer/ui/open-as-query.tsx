/** Leads from what is shown to the query that has the same; also from the palette. Nothing where there is no such query. */
import { IconDatabaseSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { IconButton } from './icon-button.tsx';
import { usePaletteActions } from './palette.ts';
import type { QueryValues } from './query-values.ts';

interface OpenAsQueryProps {
  workspace: string;
  /** `values` of `$name` in the text. */
  query: { sql: string; values: QueryValues } | undefined;
}

export function OpenAsQuery({ workspace, query }: OpenAsQueryProps) {
  const navigate = useNavigate();
  const open = () => {
    if (query) void navigate({ to: '/w/$workspace/query', params: { workspace }, search: query });
  };
  usePaletteActions(
    query ? [{ id: 'open-as-query', label: 'Open this as a query', group: 'Query', keywords: 'SQL', run: open }] : [],
  );
  if (!query) return null;
  return <IconButton icon={IconDatabaseSearch} label="Open this as a query" onClick={open} />;
}
