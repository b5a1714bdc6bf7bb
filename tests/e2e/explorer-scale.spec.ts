/** At 200 % zoom (a window of 1360 x 860 has 680 x 430 of CSS pixels) every screen can be read and worked with. */
import type { Page } from '@playwright/test';
import { expect, type Program, screenshot, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

test.use({ launch: { size: { width: 1360, height: 860 }, zoom: 2 } });

/** Screens and what must be in reach on each: its heading, and the main thing that one does there. */
const screens: {
  address: string;
  heading: RegExp;
  action?: { role: 'button' | 'link' | 'tab' | 'textbox'; name: RegExp };
}[] = [
  { address: '/w/demo/authorizations', heading: /^Authorizations$/, action: { role: 'button', name: /^Export$/ } },
  { address: '/w/demo/meters', heading: /^Meters$/, action: { role: 'textbox', name: /^Search meters$/ } },
  { address: '/w/demo/portfolio', heading: /^Portfolio$/, action: { role: 'button', name: /^Earlier months$/ } },
  { address: '/w/demo/portfolio/sum', heading: /^Sum of meters$/ },
  {
    address: '/w/demo/portfolio/report',
    heading: /^Report: Portfolio$/,
    action: { role: 'button', name: /^Save as CSV$/ },
  },
  { address: '/w/demo/ranking', heading: /^Ranking$/, action: { role: 'button', name: /^Earlier days$/ } },
  { address: '/w/demo/groups', heading: /^Groups$/, action: { role: 'button', name: /^New group$/ } },
  { address: '/w/demo/attention', heading: /^Attention$/, action: { role: 'button', name: /^Thresholds$/ } },
  { address: '/w/demo/files', heading: /^Files$/, action: { role: 'button', name: /^Open files$/ } },
  { address: '/w/demo/team', heading: /^Team server$/, action: { role: 'link', name: /^Enter the team server$/ } },
  { address: '/w/demo/share', heading: /^Share$/, action: { role: 'button', name: /^Save the team server$/ } },
  { address: '/w/demo/events', heading: /^Events$/, action: { role: 'button', name: /Following|Paused/ } },
  { address: '/w/demo/support', heading: /^Test submissions$/ },
  {
    address: '/w/demo/verdicts',
    heading: /^Verdicts over time$/,
    action: { role: 'button', name: /^Run on a schedule$/ },
  },
  { address: '/w/demo/collections', heading: /collections/i },
  { address: '/w/demo/jobs', heading: /^Jobs$/, action: { role: 'button', name: /^Fetch what is new$/ } },
  { address: '/w/demo/requests', heading: /^Request log$/ },
  {
    address: '/w/demo/resources?path=%2FReadServiceStatus',
    heading: /^Resources$/,
    action: { role: 'button', name: /^Send$/ },
  },
  { address: '/w/demo/problems', heading: /^Problems$/ },
  { address: '/w/demo/connection', heading: /^Connection/ },
  { address: '/w/demo/settings', heading: /^Settings$/, action: { role: 'tab', name: /^Keys$/ } },
  { address: '/w/demo/about', heading: /^About/ },
];

/** Nothing but tables, charts and raw text may be wider than the window. */
async function fits({ page }: Program, where: string): Promise<void> {
  // Looked at again where a part has just come, and what is beside it has not taken its new size yet.
  await expect.poll(() => overflowOf(page), where).toEqual({ page: 0, beyond: [], cut: false });
}

function overflowOf(page: Page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean => {
      if (!element || element === document.body) return false;
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'auto' || overflowX === 'scroll' || overflowX === 'hidden' || scrolls(element.parentElement);
    };
    const page = document.documentElement.scrollWidth - width;
    const main = document.querySelector('main');
    const beyond = [...(main?.querySelectorAll('button, input, a, h1, h2, h3, [role="tab"]') ?? [])]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > width + 1 || box.left < -1) && !scrolls(element.parentElement);
      })
      .map((element) => element.outerHTML.slice(0, 120));
    // What is below the window can be scrolled to.
    const screen = document.querySelector('.ms-screen');
    const cut =
      screen !== null &&
      screen.scrollHeight > screen.clientHeight + 1 &&
      !/auto|scroll/.test(getComputedStyle(screen).overflowY);
    return { page, beyond, cut };
  });
}

test('every screen fits, and its main action is in reach', async ({ program }) => {
  test.slow();
  const { page } = program;
  await expect(
    page
      .getByRole('application', { name: /^Load profile/ })
      .locator('[data-series]')
      .first(),
  ).toHaveAttribute('data-points', /[1-9]/, { timeout: 90_000 });
  expect(await page.evaluate(() => innerWidth)).toBe(680);
  const meter = (await page.evaluate(() => location.hash)).replace(/^#/, '').replace(/\?.*/, '');
  for (const tab of [
    'profile',
    'heat-map',
    'patterns',
    'totals',
    'compare',
    'coverage',
    'readings',
    'blocks',
    'bills',
    'quality',
  ]) {
    await goTo(program, `${meter}?tab=${tab}`);
    const selected = page.getByRole('tab', { selected: true }).first();
    await expect(selected).toHaveAttribute('aria-controls', new RegExp(`${tab}$`));
    await selected.scrollIntoViewIfNeeded();
    await expect(selected).toBeInViewport();
    await fits(program, tab);
    await screenshot(program, `meter-${tab}`);
  }
  for (const { address, heading, action } of screens) {
    await goTo(program, address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeInViewport();
    if (action) {
      const found = page.getByRole(action.role, { name: action.name }).first();
      await found.scrollIntoViewIfNeeded();
      await expect(found, address).toBeInViewport({ ratio: 0.9 });
    }
    await fits(program, address);
    await screenshot(program, address.replace(/^\/w\/demo\//, '').replace(/\W.*/, ''));
  }
  // The places are behind a button there, and the palette and the overlay fit too.
  await page.getByRole('button', { name: 'Open the list of places' }).click();
  await expect(page.getByRole('link', { name: 'Meters', exact: true })).toBeInViewport();
  await screenshot(program, 'places');
  await page.getByRole('button', { name: 'Close the list of places' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Meter number, name, uid, or what to do')).toBeInViewport();
  await fits(program, 'palette');
  await screenshot(program, 'palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Go to Meters')).toBeVisible();
  await fits(program, 'overlay');
  await screenshot(program, 'overlay');
});
