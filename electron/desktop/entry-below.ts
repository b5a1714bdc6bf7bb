/** Which entry the right mouse button, or the menu key, is about: elements that are of one carry its address as `data-raw`. */

/**
 * By mouse it is the nearest element around the pointer; by keyboard also the row that the cursor of a grid is on, since
 * rows have no focus of their own.
 * @returns the address as the page wrote it; undefined where the element is of no entry
 */
export function entryBelow({ target, button }: Pick<MouseEvent, 'target' | 'button'>): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const active = button === RIGHT ? null : target.getAttribute('aria-activedescendant');
  const element = (active && document.getElementById(active)) || target;
  return element.closest<HTMLElement>('[data-raw]')?.dataset.raw;
}

const RIGHT = 2;
