/** "Open raw" in the desktop's menu of a row or a picture, by mouse and by keyboard. */
import type { Locator } from '@playwright/test';
import { firstChart } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

/** The menu that the program shows last, instead of the system's. */
async function menuOf({ electron }: Program) {
  if (!electron) throw new Error('This is about the desktop.');
  type Shown = { shown: Electron.MenuItem[] };
  await electron.evaluate(({ Menu }) => {
    Object.assign(globalThis, { shown: [] });
    Menu.prototype.popup = function popup() {
      Object.assign(globalThis, { shown: this.items });
    };
  });
  const words = () => electron.evaluate(() => (globalThis as unknown as Shown).shown.map(({ label }) => label));
  const openRaw = () =>
    electron.evaluate(() => {
      const { shown } = globalThis as unknown as Shown;
      Object.assign(globalThis, { shown: [] });
      shown.find(({ label }) => label === 'Open raw')?.click();
    });
  return { words, openRaw };
}

/** The entry that an element is of is shown as it was received. */
async function expectRaw({ page }: Program, address: string, kind: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Entry as received' })).toBeInViewport();
  expect(await page.evaluate(() => location.hash)).toBe(`#${address}`);
  await expect(page.getByLabel(`${kind} entry as received`).first()).toContainText(kind);
}

const addressOf = async (element: Locator) => (await element.getAttribute('data-raw')) ?? 'none';

test('a row or a picture opens its entry as it was received, by mouse and by keyboard', async ({ program }) => {
  const { page } = program;
  test.setTimeout(180_000);
  const profile = await firstChart(program);
  const { words, openRaw } = await menuOf(program);

  // The picture of a meter.
  const picture = page.locator('.ms-usage-chart[data-raw]');
  const ofMeter = await addressOf(picture);
  await profile.click({ button: 'right' });
  await expect.poll(words).toEqual(['Open raw']);
  await openRaw();
  await expectRaw(program, ofMeter, 'UsagePoint');

  // A row below the pointer.
  await goTo(program, '/w/demo/meters');
  const rows = page.getByRole('grid', { name: 'meters' }).locator('[data-raw]');
  const second = await addressOf(rows.nth(1));
  expect(second).not.toBe(await addressOf(rows.nth(0)));
  await rows.nth(1).click({ button: 'right' });
  await expect.poll(words).toContain('Open raw');
  await openRaw();
  await expectRaw(program, second, 'UsagePoint');

  // The row that the cursor is on.
  for (const key of ['ContextMenu', 'Shift+F10']) {
    await goTo(program, '/w/demo/authorizations');
    const grid = page.getByRole('grid', { name: 'authorizations' });
    await expect(grid.locator('[data-raw]').first()).toBeVisible();
    await grid.focus();
    await page.keyboard.press('j');
    const current = grid.locator('[data-cursor]');
    await expect(current).toHaveAttribute('aria-rowindex', '3');
    const authorization = await addressOf(current);
    await page.keyboard.press(key);
    await expect.poll(words).toContain('Open raw');
    await openRaw();
    await expectRaw(program, authorization, 'Authorization');
  }

  // What is of no entry has none, also after something that was.
  await goTo(program, '/w/demo/meters');
  await page.getByRole('link', { name: 'Events', exact: true }).first().click({ button: 'right' });
  await expect.poll(words).toEqual(['Open in new window', 'Copy link']);
});
