/** Keys of the keymap as the system's menus write them. */

const NAMES: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  alt: 'Alt',
  shift: 'Shift',
  Enter: 'Enter',
  Escape: 'Esc',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Delete: 'Delete',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
};

/**
 * `CmdOrCtrl+K` for `mod+k`. A menu has no sequences, and one with a bare letter would take it from whoever is typing:
 * these have none.
 */
export function acceleratorOf(keys: string): string | undefined {
  if (keys.includes(' ') || !/^(mod|alt)\+./.test(keys)) return undefined;
  // The last part may be a plus itself.
  const parts = keys
    .split(/\+(?=.)/)
    .map((part) => NAMES[part] ?? (/^[a-z0-9]$/.test(part) ? part.toUpperCase() : part));
  const key = parts.at(-1) ?? '';
  const known = Object.values(NAMES).includes(key) || /^(F\d\d?|[A-Z0-9]|[[\],./;'\-=`\\?!])$/.test(key);
  return known ? parts.join('+') : undefined;
}
