/** Getting to things: keys of a list that was just opened, what the palette puts first, links to a view, the menu's dialog. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { expect, type Program, test } from './fixtures.ts';
import { clipboardText, goTo } from './support-steps.ts';

/** The meters, once the first fetch has brought all of them. */
async function meters(program: Program) {
  await goTo(program, '/w/demo/meters');
  const grid = program.page.getByRole('grid', { name: 'meters' });
  await expect.poll(() => grid.getByRole('row').count(), { timeout: 240_000 }).toBeGreaterThan(8);
  return grid;
}

test('a list that is on the screen takes j, k and Enter at once @page', async ({ program, page }) => {
  const grid = await meters(program);
  await expect(grid.locator('[data-cursor]')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('j');
  await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '3');
  await page.keyboard.press('k');
  await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/w\/demo\/meters\/./);
});

test('the palette puts a command that was named before customers whose data hold the word @page', async ({
  program,
  page,
}) => {
  await meters(program);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByPlaceholder('Meter number, name, uid, or what to do').fill('event');
  // Objects arrive later, below the command.
  await expect(palette.getByRole('button').first()).toContainText('Event');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/w\/demo\/events/);
});

test('a copied link opens the very same view again', async ({ program, page }) => {
  const grid = await meters(program);
  await grid.getByRole('row').nth(1).click();
  await expect(page.getByRole('application').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Totals' }).click();
  await expect(page).toHaveURL(/tab=totals/);
  const view = new URL(page.url()).hash.slice(1);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Meter number, name, uid, or what to do').fill('copy a link');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied a link to this view.')).toBeVisible();
  const link = await clipboardText(program);
  await goTo(program, '/w/demo/requests');
  if (program.electron) {
    expect(link).toBe(`meterscope:/${view}`);
    // As the system hands a clicked link to a running program.
    await program.electron.evaluate(
      ({ app }, url) => app.emit('open-url', { preventDefault: () => undefined }, url),
      link,
    );
  } else {
    expect(new URL(link).hash.slice(1)).toBe(view);
    await page.goto(link);
  }
  await expect(page).toHaveURL((url) => url.hash.slice(1) === view);
  await expect(page.getByRole('tab', { name: 'Totals' })).toHaveAttribute('aria-selected', 'true');
});

test('files can be opened from every screen by key', async ({ program, page }) => {
  await goTo(program, '/w/demo/requests');
  const sample = path.join(program.data, 'hourly.greenbutton');
  await writeFile(sample, batchFeed());
  if (program.electron) {
    // The dialog is the system's own; what it would answer is put in its place.
    await program.electron.evaluate(({ dialog }, file) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
    }, sample);
    await page.keyboard.press('Control+o');
  } else {
    const chooser = page.waitForEvent('filechooser');
    // The browser knows by then that the test takes the place of its dialog.
    await expect(page.getByRole('heading', { level: 1, name: 'Request log' })).toBeVisible();
    await page.keyboard.press('Control+o');
    await (await chooser).setFiles(sample);
  }
  await expect(page).toHaveURL(/\/w\/files\/(meters|files)/);
});
