/**
 * Keyboard shortcuts at work: one registry of what can be run right now, one listener. The list of shortcuts with their
 * keys is in keymap.ts. A shortcut is a key (`?`, `/`), a chord (`mod+k`) or a sequence (`g a`).
 */
import { useLayoutEffect } from 'react';
import { type Bindings, currentBindings, keymap, keysOf, type ShortcutId, useBindings } from './keymap.ts';
import { createRegistry } from './registry.ts';
import { useLatest } from './use-latest.ts';

interface Running {
  id: ShortcutId;
  run: () => void;
}

export interface Shortcut {
  keys: string;
  whileTyping?: boolean;
  run: () => void;
}

export const shortcuts = createRegistry<Running>();

/** How long a started sequence waits for its second key. */
export const sequenceMs = 1000;

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The name of a key event as shortcuts write it: `mod+k`, `shift+ArrowLeft`, `?`, `a`. */
export function keyName(event: PressedKey): string {
  const key = plainKey(event);
  const printable = key.length === 1;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // For printable keys Shift is already part of the character.
  if (event.shiftKey && !printable) parts.push('shift');
  parts.push(printable && parts.length > 0 ? key.toLowerCase() : key);
  return parts.join('+');
}

/** With Alt a Mac types another character (Alt+J is `∆`): the letter or digit on the key counts. */
function plainKey({ key, code, altKey }: PressedKey): string {
  const letter = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  return altKey && letter && !/^[a-z0-9]$/i.test(key) ? (letter[1]?.toLowerCase() ?? letter[2] ?? key) : key;
}

/** True while a key that only changes others is pressed. */
export function isModifier({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'].includes(key);
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

/**
 * What can be run right now, with the keys that it has for this user. In a dialog that is not what the screen offers (`act`):
 * it would fire what the dialog hides.
 */
export function boundShortcuts(bindings: Bindings, inDialog: boolean): Shortcut[] {
  return shortcuts.all().flatMap(({ id, run }) => {
    const entry = keymap.find((one) => one.id === id);
    if (!entry || (inDialog && id === 'act')) return [];
    const keys = keysOf(entry, bindings);
    // A single letter would be lost to a user who is typing.
    return [{ keys, run, whileTyping: entry.whileTyping === true && /^(mod|alt)\+/.test(keys) }];
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}

/** Listens for all registered shortcuts; mounted once by the shell. */
export function useShortcutListener(): void {
  const { bindings } = useBindings();
  const latest = useLatest(bindings);
  useLayoutEffect(() => {
    let prefix: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event)) return;
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (inDialog && event.key !== 'Escape' && !event.ctrlKey && !event.metaKey) return;
      const match = matchShortcut(
        boundShortcuts(currentBindings(latest.current), inDialog),
        prefix,
        keyName(event),
        isTyping(event.target),
      );
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

/** Makes shortcuts of the keymap work while the component is on the screen. Handlers may change freely. */
export function useShortcuts(handlers: Partial<Record<ShortcutId, () => void>>): void {
  const latest = useLatest(handlers);
  const identity = Object.keys(handlers).join('\n');
  // Together with the screen: its keys work as soon as it is seen, however busy the machine is.
  useLayoutEffect(() => {
    if (identity === '') return;
    // The keys of a record of handlers are ids.
    const ids = identity.split('\n') as ShortcutId[];
    return shortcuts.add(ids.map((id) => ({ id, run: () => latest.current[id]?.() })));
  }, [identity]);
}
