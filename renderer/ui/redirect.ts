/** Screens that only redirect to another one, without pulling the user back from elsewhere. */
import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useLatest } from './use-latest.ts';

/**
 * Redirects from the screen at an address. Not while the user is on the way to another screen: its code may take a moment
 * to load, and this screen stays until then.
 */
export function Redirect({ from, go }: { from: string; go: () => void }): null {
  // A user who turns back on the way is redirected after all.
  const heading = useLocation({ select: ({ href }) => href });
  const latest = useLatest(go);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the address changes
  useLayoutEffect(() => {
    if (isAt(window.location.hash, from)) latest.current();
  }, [from, heading]);
  return null;
}

/** True when an address of the window is that of a screen, whatever its search parameters. */
export function isAt(hash: string, path: string): boolean {
  const bare = (text: string) => text.replace(/^#/, '').replace(/\?.*$/, '').replace(/\/$/, '');
  return bare(hash) === bare(path);
}
