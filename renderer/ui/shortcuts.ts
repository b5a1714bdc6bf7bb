/**
 * Keyboard shortcuts: one registry, one listener. A shortcut is a key (`?`, `/`), a chord (`mod+k`) or a sequence
 * (`g a`); the help overlay lists what is registered right now.
 */
import { useEffect, useRef } from 'react';
import { createRegistry } from './registry.ts';

export interface Shortcut {
  keys: string;
  label: string;
  /** Heading in the help overlay. */
  group: string;
  /** Also works while a text field has the focus. */
  whileTyping?: boolean;
  run: () => void;
}

export const shortcuts = createRegistry<Shortcut>();

/** How long a started sequence waits for its second key. */
const sequenceMs = 1000;

/** The name of a key event as shortcuts write it: `mod+k`, `shift+ArrowLeft`, `?`, `a`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const printable = event.key.length === 1;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // For printable keys Shift is already part of the character.
  if (event.shiftKey && !printable) parts.push('shift');
  parts.push(printable && parts.length > 0 ? event.key.toLowerCase() : event.key);
  return parts.join('+');
}

/** Picks the shortcut that a key completes, and says what prefix to remember for the next key. */
export function matchShortcut(
  all: readonly Shortcut[],
  prefix: string | undefined,
  key: string,
  typing: boolean,
): { run?: Shortcut; prefix?: string } {
  const usable = all.filter((shortcut) => !typing || shortcut.whileTyping);
  const find = (keys: string) => usable.findLast((shortcut) => shortcut.keys === keys);
  const run = (prefix && find(`${prefix} ${key}`)) || find(key);
  if (run) return { run };
  return usable.some((shortcut) => shortcut.keys.startsWith(`${key} `)) ? { prefix: key } : {};
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}

/** Listens for all registered shortcuts; mounted once by the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    let prefix: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]') && event.key !== 'Escape') {
        if (!event.ctrlKey && !event.metaKey) return;
      }
      const match = matchShortcut(shortcuts.all(), prefix, keyName(event), isTyping(event.target));
      clearTimeout(timer);
      prefix = match.prefix;
      if (prefix) timer = setTimeout(() => (prefix = undefined), sequenceMs);
      if (!match.run) return;
      event.preventDefault();
      match.run.run();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
  }, []);
}

/** Registers shortcuts while the component is on the screen. Handlers may change freely; keys and labels should not. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list);
  latest.current = list;
  const identity = list.map(({ keys, label }) => `${keys}\t${label}`).join('\n');
  useEffect(() => {
    if (identity === '') return;
    return shortcuts.add(
      latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() })),
    );
  }, [identity]);
}
