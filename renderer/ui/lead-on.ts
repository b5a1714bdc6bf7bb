/** Screens that are only passed through, and how they lead on without taking the user back from elsewhere. */
import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

/**
 * Leads on from the screen at an address. Not while the user is on the way to another one: that one's code may take a
 * moment to come, and this screen stays until then.
 */
export function LeadOn({ from, go }: { from: string; go: () => void }): null {
  // Who turns back on the way is led on after all.
  const heading = useLocation({ select: ({ href }) => href });
  const latest = useRef(go);
  latest.current = go;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the occasion, not the input
  useLayoutEffect(() => {
    if (isAt(window.location.hash, from)) latest.current();
  }, [from, heading]);
  return null;
}

/** True when an address of the window is that of a screen, whatever it asks of it. */
export function isAt(hash: string, path: string): boolean {
  const bare = (text: string) => text.replace(/^#/, '').replace(/\?.*$/, '').replace(/\/$/, '');
  return bare(hash) === bare(path);
}
