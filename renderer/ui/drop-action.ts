/** What is done with files that are dropped on the window: they are opened, unless the screen has a use of its own for them. */
import { useEffect } from 'react';
import { createRegistry, useRegistry } from './registry.ts';
import { useLatest } from './use-latest.ts';

interface DropAction {
  /** Shown while files are over the window. */
  label: string;
  take: (files: readonly File[]) => void;
}

const dropActions = createRegistry<DropAction>();

/** Takes dropped files while the component is on the screen. */
export function useDropAction(label: string, take: DropAction['take']): void {
  const latest = useLatest(take);
  useEffect(() => dropActions.add([{ label, take: (files) => latest.current(files) }]), [label]);
}

/** The use that the screen has for dropped files; undefined where it has none. */
export function useOwnDropAction(): DropAction | undefined {
  return useRegistry(dropActions).at(-1);
}
