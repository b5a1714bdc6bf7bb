/** The shown span: changes at once for the eye, reaches the address after a moment, and follows back and forward. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Span } from '../../charts/viewport.ts';
import { spanOf, type UsageSearch } from './usage-address.ts';

const addressMs = 300;

export function useView(search: UsageSearch, onSearch: (next: UsageSearch, replace: boolean) => void, first: Span) {
  const [view, setView] = useState<Span>(() => spanOf(search) ?? first);
  const latest = useRef({ search, onSearch, written: spanOf(search) });
  latest.current.search = search;
  latest.current.onSearch = onSearch;

  const write = useDebouncedCallback((span: Span) => {
    // As the address will say it, or it would come back as somebody else's and undo what was zoomed meanwhile.
    const written = { from: Math.round(span.from), to: Math.round(span.to) };
    latest.current.written = written;
    latest.current.onSearch({ ...latest.current.search, ...written }, true);
  }, addressMs);

  const addressed = spanOf(search);
  const from = addressed?.from;
  const to = addressed?.to;
  useEffect(() => {
    const { written } = latest.current;
    if (from === undefined || to === undefined || (written?.from === from && written.to === to)) return;
    latest.current.written = { from, to };
    setView({ from, to });
  }, [from, to]);

  const show = (span: Span) => {
    setView(span);
    write(span);
  };
  return [view, show] as const;
}
