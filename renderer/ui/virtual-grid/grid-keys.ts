/** What the keys do in a list or grid that is one tab stop. Pure. */

type Key = Pick<
  KeyboardEvent,
  | 'key'
  | 'shiftKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'target'
  | 'currentTarget'
  | 'preventDefault'
  | 'stopPropagation'
>;

export interface GridKeys {
  /** Moves the cursor; false when the key moves nothing. */
  move: (key: Pick<Key, 'key' | 'shiftKey'>) => boolean;
  /** Ctrl+C, where no text is selected; undefined: there is nothing to copy. */
  copy?: (() => void) | undefined;
  /** Ctrl+A. */
  selectAll?: (() => void) | undefined;
  /** Other keys by name: `Enter`, `Escape`; undefined: nothing to do, the key goes on to what is around. */
  keys?: Record<string, (() => void) | undefined>;
}

/** Runs what a key is for, and keeps it from what is around the grid. Keys of buttons inside belong to these. */
export function runGridKey(event: Key, { move, copy, selectAll, keys = {} }: GridKeys): void {
  if (event.target !== event.currentTarget) return;
  if (event.ctrlKey || event.metaKey) {
    const run = event.key === 'a' ? selectAll : event.key === 'c' && !hasSelectedText() ? copy : undefined;
    if (!run) return;
    run();
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  if (!move(event)) {
    const run = keys[event.key];
    if (!run) return;
    run();
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The browser copies that itself. */
function hasSelectedText(): boolean {
  return Boolean(window.getSelection()?.toString());
}

/** Where a key moves the cursor in a list of `count` rows that shows `page` at once; undefined when it does not. */
export function moveCursor(key: string, at: number, count: number, page: number): number | undefined {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(at + 1);
    case 'ArrowUp':
    case 'k':
      return clamp(at - 1);
    case 'PageDown':
      return clamp(at + page);
    case 'PageUp':
      return clamp(at - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(count - 1);
    default:
      return undefined;
  }
}
