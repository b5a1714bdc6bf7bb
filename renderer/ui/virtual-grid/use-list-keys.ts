import { useShortcuts } from '../shortcuts.ts';

/**
 * Lets the keys for rows work as soon as a list is on the screen, without a Tab into it first: the list takes the focus,
 * and from then on has all of its keys.
 * @param list the focusable element whose own `onKeyDown` moves the cursor
 */
export function useListKeys(list: () => HTMLElement | null): void {
  const press = (key: 'j' | 'k') => () => {
    const element = list();
    // A list that has the focus has seen the key and had no use for it.
    if (!element || document.activeElement === element) return;
    element.focus();
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  useShortcuts({ 'table.next': press('j'), 'table.previous': press('k') });
}
