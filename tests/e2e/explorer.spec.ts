/** The analyst's explorer: every picture of a meter draws its data, by keyboard alone, and breaks no rule of WCAG 2.2 AA. */
import { firstChart } from './demo-steps.ts';
import { expect, type Program, screenshotForReadme, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test('each picture of a meter is one key away and draws data @page', async ({ program }) => {
  // Ten pictures, each looked at by axe in both themes.
  test.slow();
  const { page } = program;
  await firstChart(program);
  await accessible(program);

  await page.keyboard.press('4');
  const heat = page.getByRole('application', { name: /^Heat map/ });
  await expect(heat).toHaveAttribute('data-days', /^36[4-7]$/);
  await heat.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: /\d\d:\d\d–\d\d:\d\d/ })).toBeVisible();
  await screenshotForReadme(program, 'heat-map');
  await accessible(program);

  await page.keyboard.press('6');
  await expect(page.locator('figure[data-points]').first()).toHaveAttribute('data-points', /^(24|96)$/);
  await expect(page.locator('figure[data-points]').nth(1)).toHaveAttribute('data-points', '401');
  await accessible(program);

  await page.keyboard.press('2');
  await expect(page.locator('[data-bars]')).toHaveAttribute('data-bars', /^3[5-9]$/);
  await expect(page.getByRole('grid', { name: 'periods' })).toBeVisible();
  await accessible(program);

  await page.keyboard.press('5');
  await expect(page.locator('[data-stat="difference"]')).toContainText('%');
  await accessible(program);

  await page.keyboard.press('7');
  await expect(page.getByRole('region', { name: 'Coverage by month' }).getByRole('button').first()).toBeVisible();
  await accessible(program);

  await page.keyboard.press('8');
  await expect(page.getByRole('grid', { name: 'readings' }).getByRole('row').nth(1)).toContainText('UTC');
  await accessible(program);

  await page.keyboard.press('3');
  await expect(page.getByTestId('reconciliation')).toContainText('Coverage of the period');
  const bills = page.getByRole('region', { name: 'Cost and consumption by bill' });
  await expect(bills.locator('[data-bars]')).toHaveCount(2);
  await expect(bills.locator('[data-complete="true"]').first()).toBeVisible();
  await page.mouse.move(0, 0);
  await screenshotForReadme(program, 'bills');
  await accessible(program);
});

test('portfolio, authorization, blocks, power quality and palette can be used by everybody, in high contrast too @page', async ({
  program,
}) => {
  test.slow();
  const { page } = program;
  await firstChart(program);
  const meter = (await page.evaluate(() => location.hash)).replace(/^#/, '').replace(/\?.*/, '');
  const { authorization } = await firstMeter(program);

  await goTo(program, '/w/demo/authorizations');
  await expect(page.getByRole('grid', { name: 'authorizations' }).getByRole('row').nth(2)).toBeVisible();
  await accessible(program);
  await goTo(program, `/w/demo/authorizations/${authorization}`);
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible();
  await accessible(program);
  await goTo(program, '/w/demo/meters');
  // The screen before has a table of that name, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Meters' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('grid', { name: 'meters' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByTestId('selected')).toHaveText('1 selected');
  await accessible(program);

  await goTo(program, `${meter}?tab=blocks`);
  await expect(page.getByText('IntervalReading').first()).toBeVisible();
  await accessible(program);
  await goTo(program, `${meter}?tab=quality`);
  await expect(page.getByRole('tab', { name: 'Power quality' })).toHaveAttribute('aria-selected', 'true');
  await accessible(program);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Meter number, name, uid, or what to do').fill('e');
  await expect(page.locator('[data-action]').first()).toBeVisible();
  await accessible(program);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // High contrast, with less motion: the same pictures, drawn at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    document.documentElement.dataset.contrast = 'more';
  });
  await goTo(program, `${meter}?tab=profile`);
  await expect(
    page
      .getByRole('application', { name: /^Load profile/ })
      .locator('[data-series]')
      .first(),
  ).toHaveAttribute('data-points', /[1-9]/);
  await accessible(program);
  // Colours may still fade from its dark half, which it ended with motion.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter((animation) => Number(animation.effect?.getTiming().duration) > 50).length,
    );
  await expect.poll(moving).toBe(0);
});

/** Of the first meter with readings, as the table lists it. */
async function firstMeter({ page }: Program): Promise<{ authorization: string }> {
  const link = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first();
  const href = (await link.getAttribute('href')) ?? '';
  return { authorization: /authorizations\/([^/?]+)/.exec(href)?.[1] ?? '' };
}

test('a picked reading leads back to the XML that it came from @page', async ({ program }) => {
  const { page } = program;
  const profile = await firstChart(program);
  await profile.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const picked = page.getByRole('region', { name: 'Selected reading' });
  await expect(picked).toContainText('as sent');
  await picked.getByRole('link', { name: 'Raw XML and request' }).click();
  await expect(page.getByRole('heading', { name: 'Entry as received' })).toBeVisible();
  await expect(page.getByText('IntervalReading').first()).toBeVisible();
  await accessible(program);
});

test('the palette finds a meter by its number and opens it @page', async ({ program }) => {
  const { page } = program;
  await firstChart(program);
  const heading = page.getByRole('heading', { level: 1 });
  // Its number comes with the customer's data, behind the first chart.
  await expect(heading).toHaveText(/^Meter E/);
  const title = (await heading.textContent()) ?? '';
  const number = title.replace('Meter ', '');
  await goTo(program, '/w/demo/about');
  await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Meter number, name, uid, or what to do').fill(number);
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('the address of a view opens the same view again @page', async ({ program }) => {
  const { page } = program;
  const profile = await firstChart(program);
  await page.keyboard.press('m');
  await expect(async () => expect(await page.evaluate(() => location.hash)).toContain('from=')).toPass();
  const address = await page.evaluate(() => location.hash);
  const from = await profile.getAttribute('data-from');
  await goTo(program, '/w/demo/about');
  await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
  await goTo(program, address.replace(/^#/, ''));
  await expect(profile).toHaveAttribute('data-from', from ?? '');
});
