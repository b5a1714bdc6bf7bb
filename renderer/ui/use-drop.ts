import { useEffect, useRef, useState } from 'react';
import { useLatest } from './use-latest.ts';

/**
 * Takes what is dropped anywhere on the window, on lists, bars and dialogs alike: elsewhere a tab would leave the program for the file.
 * @param take must look at it at once
 * @returns whether files are over the window now
 */
export function useDrop(take: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const latest = useLatest(take);
  useEffect(() => {
    const set = (next: number) => {
      depth.current = Math.max(0, next);
      setOver(depth.current > 0);
    };
    const listeners = {
      dragenter: () => set(depth.current + 1),
      dragover: () => undefined,
      dragleave: () => set(depth.current - 1),
      drop: (transfer: DataTransfer) => {
        set(0);
        latest.current(transfer);
      },
    };
    const all = Object.entries(listeners).map(([name, act]) => {
      const listener = (event: Event) => {
        const transfer = event instanceof DragEvent ? event.dataTransfer : null;
        if (!transfer?.types.includes('Files')) return;
        event.preventDefault();
        act(transfer);
      };
      window.addEventListener(name, listener);
      return () => window.removeEventListener(name, listener);
    });
    return () => {
      for (const end of all) end();
    };
  }, []);
  return over;
}
