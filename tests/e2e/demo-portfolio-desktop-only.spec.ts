/** The demo as it comes: a few dozen meters of several clients, with tags and groups, so that every screen of the portfolio shows something. */
import { synced } from './demo-steps.ts';
import { expect, screenshotForReadme, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

test.use({ launch: { size: { width: 1280, height: 800 }, service: ['--portfolio', 'clients'] } });

test('the first start has a portfolio: by tag, ranked, summed up, and with something that needs attention', async ({
  program,
  page,
}) => {
  test.setTimeout(240_000);
  await synced(program);
  await goTo(program, '/w/demo/portfolio');
  const tags = page.locator('[data-figure="By tag"]');
  await expect(tags.getByRole('button', { name: 'Night load' })).toBeVisible();
  for (const tag of ['Health', 'Retail', 'Schools', 'Hotels', 'Public', 'Logistics']) {
    await expect(tags.getByRole('button', { name: tag })).toBeVisible();
  }
  await screenshotForReadme(program, 'portfolio');

  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Night load' }).click();
  await expect(page).toHaveURL(/group=/);
  await page.getByRole('link', { name: 'Sum of these meters' }).click();
  await expect(page.getByRole('application', { name: /Load profile of the sum of 11 meters/ })).toBeVisible();
  await expect(page.getByRole('application', { name: /Heat map of the sum/ })).toBeVisible();
  await screenshotForReadme(program, 'sum');

  await goTo(program, '/w/demo/ranking?by=lastYear');
  const ranking = page.getByRole('grid', { name: 'meters' });
  await expect(ranking.getByRole('row').nth(15)).toBeVisible();
  await screenshotForReadme(program, 'ranking');

  await goTo(program, '/w/demo/attention');
  await expect(page.getByRole('tab', { name: /^Data stopped/ })).toHaveText('Data stopped (3)');
  await expect(page.getByRole('tab', { name: /^Access ends/ })).toHaveText('Access ends (1)');
  await screenshotForReadme(program, 'attention');
});
