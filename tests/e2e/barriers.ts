/** What keeps people out of a page, as axe finds it. */
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

/** The rules of WCAG 2.2 AA. */
export const WCAG: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** A rule that is broken, with the beginning of each element that breaks it. */
export interface Barrier {
  id: string;
  nodes: string[];
}

/**
 * Judges the page as it is.
 * @param runOnly which rules; undefined for all that axe has
 */
export async function barriers(page: Page, runOnly?: RunOnly): Promise<Barrier[]> {
  // A page keeps it: to load it again would take a tenth of the time. There are no frames.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (options) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe }; // by its source, above
      const { violations } = await loaded.run(document, options);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
    },
    { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) },
  );
}
