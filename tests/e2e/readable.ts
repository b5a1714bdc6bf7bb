/** Whether a person can get to see something: by the window and by what scrolls for a user, not by a test driver's means. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Fails unless each piece of text and each control of the element is in the window, or can be scrolled there by a user.
 * What a box hides that does not scroll for users (`overflow: hidden`) counts as cut off: Playwright scrolls such boxes too.
 */
export async function expectReadable(locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  await expect.poll(() => locator.evaluateAll(cutOff)).toEqual([]);
}

/** The same for every alert that the page shows at the moment. */
export async function expectAlertsReadable(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[role="alert"]:visible').evaluateAll(cutOff)).toEqual([]);
}

/** Runs in the page: what of the elements a user cannot get to see, in words; empty when all is well. */
function cutOff(roots: Element[]): string[] {
  /** Rounding of borders and zoom. */
  const SLACK = 1.5;
  /** A scrolling box that is lower than a line of text shows nothing. */
  const LINE = 16;
  const found: string[] = [];
  const look = (element: Element, name: string) => {
    let { top, bottom, left, right } = element.getBoundingClientRect();
    if (right - left < 2 || bottom - top < 2) return; // for screen readers only
    let fixed = getComputedStyle(element).position === 'fixed';
    for (let box = element.parentElement; box && !fixed; box = box.parentElement) {
      const style = getComputedStyle(box);
      fixed = style.position === 'fixed';
      if (style.display === 'contents' || box === document.documentElement || box === document.body) continue;
      const outer = box.getBoundingClientRect();
      const inner = { top: outer.top + box.clientTop, left: outer.left + box.clientLeft };
      const view = { ...inner, bottom: inner.top + box.clientHeight, right: inner.left + box.clientWidth };
      const scrolls = { y: /auto|scroll/.test(style.overflowY), x: /auto|scroll/.test(style.overflowX) };
      const clips = { y: style.overflowY !== 'visible', x: style.overflowX !== 'visible' };
      if (scrolls.y && top - view.top + box.scrollTop >= -SLACK && view.bottom - view.top >= LINE) {
        // Scrolled to the top of the box, or as far as it goes.
        [top, bottom] = [view.top, Math.min(view.bottom, view.top + bottom - top)];
      } else if (clips.y && (top < view.top - SLACK || bottom > view.bottom + SLACK)) {
        found.push(`${name}: cut off by ${box.className || box.tagName} (height ${Math.round(outer.height)})`);
        return;
      }
      if (scrolls.x && left - view.left + box.scrollLeft >= -SLACK) {
        [left, right] = [view.left, Math.min(view.right, view.left + right - left)];
      } else if (clips.x && (left < view.left - SLACK || right > view.right + SLACK)) {
        found.push(`${name}: cut off at the side by ${box.className || box.tagName}`);
        return;
      }
    }
    if (top < -SLACK || left < -SLACK || bottom > innerHeight + SLACK || right > innerWidth + SLACK) {
      found.push(`${name}: outside the window (${[left, top, right, bottom].map(Math.round).join(', ')})`);
    }
  };
  for (const root of roots) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (ownText || element.matches('button, a, input')) {
        look(element, (element.textContent ?? '').trim().slice(0, 60) || element.tagName);
      }
    }
  }
  return found;
}
