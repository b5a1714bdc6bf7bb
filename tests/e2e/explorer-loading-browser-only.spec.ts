/**
 * What is said while a chart loads, what stays when a refresh fails, what a list gives that is still loading, and that numbers of
 * an earlier question are told apart. Only calls over HTTP can be held back or made to fail by a test, so the desktop host is left
 * out.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { synced } from './demo-steps.ts';
import { drawn, LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

const monday = Date.parse('2025-01-06T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;

async function openSteadyMeter(program: Program): Promise<void> {
  const readings = steadily(monday, monday + 21 * 86_400, 900, (index) => ({ value: 200 + (index % 50) }));
  await openMeter(program, {
    title: 'Page',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
}

/** Holds calls back until the function that it answers with is called: all of them, or the first ones. */
async function holdBack(page: Page, calls: RegExp, most = Number.POSITIVE_INFINITY): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  await page.route(calls, async (route) => {
    asked += 1;
    if (asked <= most) await held;
    await route.continue();
  });
  return release;
}

test('the place of the chart says what is loaded until the chart is there', async ({ program }) => {
  const { page } = program;
  await openSteadyMeter(program);
  const address = await page.evaluate(() => location.hash);
  const release = await holdBack(page, /usage\.chart/);
  await page.evaluate((hash) => {
    location.hash = hash;
    location.reload();
  }, address);
  const pending = page.getByTestId('chart-pending');
  await expect(pending).toContainText('Loading Electricity delivered, 15 min');
  await expect(pending).toContainText('2025');
  release();
  await expect(drawn(program).first()).toHaveAttribute('data-points', /[1-9]/);
  await expect(pending).toHaveCount(0);
});

test('a refresh that fails leaves the chart where it is, and can be tried again', async ({ program }) => {
  const { page } = program;
  program.allowComplaint(/Failed to load resource/);
  await openSteadyMeter(program);
  await expect(page.locator('[data-stat="Total"] dd').first()).toContainText('kWh');
  await page.route(/usage\.(chart|statistics)|usagePoints\.get|series\.list/, (route) => route.abort());
  // What the readings mean was decided otherwise: everything that is shown is asked for again.
  await page.getByRole('button', { name: 'Decisions' }).click();
  await page.getByLabel('Values are').selectOption('sample');
  await page.keyboard.press('Escape');
  const failures = page.getByRole('alert').filter({ hasText: 'could not be updated' });
  await expect(failures.first()).toBeVisible();
  await expect(drawn(program).first()).toHaveAttribute('data-points', /[1-9]/);
  await page.unroute(/usage\.(chart|statistics)|usagePoints\.get|series\.list/);
  await expect(async () => {
    if ((await failures.count()) === 0) return;
    await failures.first().getByRole('button', { name: 'Try again' }).click({ timeout: 1000 });
    await expect(failures).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1, name: 'Page' })).toBeVisible();
});

test('a list that is saved while its rows are on the way has all that match, not as many as were shown', async ({
  program,
  page,
}) => {
  await synced(program);
  await goTo(program, '/w/demo/meters');
  const rows = page.getByRole('grid', { name: 'meters' }).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(8);
  await page.getByRole('textbox', { name: 'Search meters' }).fill('gas');
  await expect.poll(() => rows.count()).toBeLessThan(6);
  // The first one is for the rows that are shown.
  const release = await holdBack(page, /usagePoints\.list/, 1);
  await page.getByRole('textbox', { name: 'Search meters' }).fill('a');
  await page.waitForRequest(/usagePoints\.list/);
  await page.getByRole('button', { name: 'Copy the rows' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as CSV, all columns' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  release();
  await expect.poll(() => rows.count()).toBeGreaterThan(8);
  await expect(page.getByTestId('count')).toHaveText(new RegExp(`^${lines.length - 1} of `));
});

/** Chooses the span of a meter's page. */
async function showSpan({ page }: Program, from: number, to: number): Promise<void> {
  await page.evaluate(
    (span) => {
      const [path, asked] = location.hash.slice(1).split('?');
      const search = new URLSearchParams(asked);
      for (const [name, at] of Object.entries(span)) search.set(name, String(at));
      location.hash = `${path}?${search}`;
    },
    { from, to, tab: 'readings' },
  );
}

test('readings of a series or a span that is loading are not those of another, nor said to be none', async ({
  program,
  page,
}) => {
  const week = 7 * 86_400;
  const received = { flowDirection: 19 };
  await openMeter(program, {
    title: 'Solar',
    service: 0,
    zone: LOS_ANGELES,
    series: [
      {
        readingType: quarterHours(),
        length: 900,
        readings: steadily(monday, monday + 3 * week, 900, () => ({ value: 200 })),
      },
      {
        readingType: quarterHours(received),
        length: 900,
        readings: steadily(monday, monday + week, 900, () => ({ value: 900 })),
      },
    ],
  });
  const rows = page.getByRole('grid', { name: 'readings' }).getByRole('row');
  const none = page.getByText('There are no readings in this span');
  const loading = page.getByText('Loading readings');
  await showSpan(program, monday + 2 * week, monday + 3 * week);
  await expect(rows.nth(1)).toContainText('0.2');

  // Of what is received there is nothing in that week.
  const release = await holdBack(page, /usage\.readings/);
  await page.getByRole('combobox', { name: 'Series' }).click();
  await page.getByRole('option', { name: /received/ }).click();
  await expect(loading).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expect(none).toHaveCount(0);
  release();
  await expect(none).toBeVisible();

  const releaseWeek = await holdBack(page, /usage\.readings/);
  await showSpan(program, monday, monday + week);
  await expect(loading).toBeVisible();
  await expect(none).toHaveCount(0);
  releaseWeek();
  await expect(rows.nth(1)).toContainText('0.9');
});

test('that another search or kind found nothing is not said of the one that is loading', async ({ program, page }) => {
  await synced(program);
  await goTo(program, '/w/demo/meters');
  const search = page.getByRole('textbox', { name: 'Search meters' });
  const noMatch = page.getByText('No meters match');
  await search.fill('no such meter');
  await expect(noMatch).toBeVisible();
  const release = await holdBack(page, /usagePoints\.list/);
  await search.fill('gas');
  await expect(page.getByText('Loading meters')).toBeVisible();
  await expect(noMatch).toHaveCount(0);
  release();
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible();

  await goTo(program, '/w/demo/attention?kind=stopped');
  const nothing = page.getByText('Nothing needs attention');
  await expect(nothing).toBeVisible();
  const releaseLines = await holdBack(page, /attention\.list/);
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(page.getByText('Loading lines')).toBeVisible();
  await expect(nothing).toHaveCount(0);
  releaseLines();
  await expect(page.getByText('Loading lines')).toHaveCount(0);
});

test('totals of an earlier question are pale, and those of another group are not shown', async ({ program, page }) => {
  await synced(program);
  await goTo(program, '/w/demo/portfolio');
  const screen = page.locator('.ms-screen');
  const months = page.getByRole('heading', { name: 'By month' });
  await expect(months).toBeVisible();
  const opacity = () =>
    screen
      .locator('> :not(.ms-screen-top)')
      .first()
      .evaluate((one) => getComputedStyle(one).opacity);
  expect(await opacity()).toBe('1');
  const release = await holdBack(page, /overview\.get/);
  await page.getByRole('combobox', { name: 'Months shown' }).click();
  await page.getByRole('option', { name: '24 months' }).click();
  await expect(screen).toHaveAttribute('aria-busy', 'true');
  await expect.poll(opacity).toBe('0.4');
  release();
  await expect(screen).not.toHaveAttribute('aria-busy');
  expect(await opacity()).toBe('1');

  const releaseOther = await holdBack(page, /overview\.get/);
  await goTo(program, '/w/demo/portfolio?group=another');
  await expect(page.getByText('Adding up the portfolio')).toBeVisible();
  await expect(months).toHaveCount(0);
  releaseOther();
});

test('a batch of runs has no verdict while its runs are on the way, nor without any', async ({ program, page }) => {
  await synced(program);
  const release = await holdBack(page, /runs\.list/);
  await goTo(program, '/w/demo/support/batches/another');
  await expect(page.getByRole('heading', { level: 1, name: 'Batch of runs' })).toBeVisible();
  await expect(page.getByTestId('batch-verdict')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Batch of 0 runs' })).toBeVisible();
  await expect(page.getByTestId('batch-verdict')).toHaveCount(0);
});

test('who leaves a page while it still writes its address is not led back to it', async ({ program }) => {
  const { page } = program;
  await openSteadyMeter(program);
  await expect(page.getByTestId('span')).toBeInViewport();
  // The page stays until the code of the next one is here.
  const release = await holdBack(page, /about-screen-.*\.js/);
  await page.keyboard.press('d');
  await page.getByRole('link', { name: 'About' }).click();
  await page.waitForTimeout(1000);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'About Meterscope' })).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe('#/w/files/about');
});
