/** The keys are the user's: changed in the settings, kept, refused where they are taken; and views of a table are kept too. */
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

async function openKeys({ page, ...program }: Program): Promise<void> {
  await goTo({ page, ...program }, '/w/demo/settings');
  await page.getByRole('tab', { name: 'Keys', exact: true }).click();
  await expect(page.locator('[data-shortcut="help"]')).toBeVisible();
}

test('keys are changed, kept over a restart, refused where they are taken, and reset', async ({ program }) => {
  test.slow();
  await openKeys(program);
  await accessible(program);
  const { page } = program;
  const row = page.locator('[data-shortcut="go.meters"]');
  const change = row.getByRole('button', { name: 'Change the keys of Go to Meters' });
  // Taken: told by whom, and nothing changes.
  await change.click();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(row.getByRole('alert')).toContainText('g a is taken: Go to Authorizations');
  await expect(row.locator('kbd')).toHaveText(['g', 'm']);
  // Escape leaves them.
  await change.click();
  await page.keyboard.press('Escape');
  await expect(row.locator('kbd')).toHaveText(['g', 'm']);
  await change.click();
  await page.keyboard.press('Alt+m');
  await expect(row.locator('kbd')).toHaveText(['Alt', 'M']);
  await expect(row.getByRole('alert')).toHaveCount(0);

  // The new keys work, the old ones do not, and the overlay shows them.
  await page.keyboard.press('Alt+m');
  await expect(page.getByRole('heading', { level: 1, name: 'Meters' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('?');
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(overlay.getByText('Go to Meters').locator('..').locator('kbd')).toHaveText(['Alt', 'M']);
  await accessible(program);
  await page.keyboard.press('Escape');

  await program.restart();
  await openKeys(program);
  const again = program.page.locator('[data-shortcut="go.meters"]');
  await expect(again.locator('kbd')).toHaveText(['Alt', 'M']);
  await program.page.getByRole('button', { name: 'Reset all' }).click();
  await expect(again.locator('kbd')).toHaveText(['g', 'm']);
});

test('a saved view of a table brings back order, filters, columns and search @page', async ({ program }) => {
  const { page } = program;
  await goTo(program, '/w/demo/meters');
  const grid = page.getByRole('grid', { name: 'meters' });
  await expect(grid.getByRole('row').nth(3)).toBeVisible({ timeout: 90_000 });
  await grid.getByRole('button', { name: 'Customer' }).click();
  await grid.getByRole('button', { name: 'Customer' }).click();
  await page.getByRole('button', { name: 'Service', exact: true, expanded: false }).click();
  await page.getByRole('checkbox', { name: /^electricity/i }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Uid' }).check();
  await accessible(program);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Search meters' }).fill('e');
  const state = async () => ({
    // Not how many: the demo is still being fetched.
    search: await page.getByRole('textbox', { name: 'Search meters' }).inputValue(),
    filtered: await page.getByRole('button', { name: 'Service: 1' }).count(),
    columns: await grid.getByRole('columnheader').allTextContents(),
    sorted: await grid.locator('[aria-sort="descending"]').allTextContents(),
  });
  const before = await state();
  expect(before.sorted).toEqual(['Customer']);
  expect(before.columns).toContain('Uid');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mine', exact: true })).toBeVisible();
  await accessible(program);
  await page.keyboard.press('Escape');

  // All of it undone, and the window loaded anew: the name brings it back.
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('button', { name: 'Reset the columns' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Search meters' }).fill('');
  await expect.poll(async () => (await state()).columns).not.toContain('Uid');
  await page.reload();
  await expect(grid.getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(state).toEqual(before);
});
