/** The overview of the portfolio: totals that say what they lack, pictures that narrow each other down, a meter and the way back. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readCsv } from '#shared/read-csv.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { expect, type Program, test } from './fixtures.ts';
import { printed } from './report-steps.ts';
import { accessible, goTo, saveAs } from './support-steps.ts';

test.use({ launch: { size: { width: 1280, height: 800 } } });

async function openPortfolio(program: Program) {
  await goTo(program, '/w/demo/meters');
  await expect(program.page.getByRole('grid', { name: 'meters' })).toBeVisible({ timeout: 60_000 });
  await program.page.keyboard.press('g');
  await program.page.keyboard.press('u');
  await expect(program.page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible();
  await expect(figure(program.page, 'By month')).toBeVisible();
}

const figure = (page: Page, title: string) => page.locator(`[data-figure="${title}"]`);

/** The totals of a picture, added up. */
async function sum(table: Locator): Promise<number> {
  const totals = await table
    .locator('[data-total]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-total'))));
  return totals.reduce((all, one) => all + one, 0);
}

test('totals of all meters: by month, by side and by meter they add up to the same @page', async ({
  program,
  page,
}) => {
  await openPortfolio(program);
  const card = page.locator('[data-measure="0:72:1"]');
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await expect(card).toContainText(/Electricity delivered/);
  await expect(card).toContainText(/\d+(\.\d+)? % covered/);
  const months = await sum(figure(page, 'By month'));
  expect(months).toBeGreaterThan(0);
  for (const title of ['By tariff', 'By size of the meter', 'Meters, the largest first']) {
    expect(Math.abs((await sum(figure(page, title))) - months), title).toBeLessThan(months * 1e-9);
  }
  // Gas is another unit, and money another still.
  await page.locator('[data-measure^="1:"]').first().click();
  await expect(figure(page, 'By month')).toContainText(/Total, (therm|m³|ft³|MWh|kWh)/);
  await page.locator('[data-measure^="cost:"]').first().click();
  await expect(figure(page, 'By month')).toContainText('Total, USD');
  await expect(figure(page, 'By month')).toContainText('Billed');
  await accessible(program);
});

test('what is chosen narrows the other pictures down, stands in the address, and is there again after a meter @page', async ({
  program,
  page,
}) => {
  await openPortfolio(program);
  const all = await sum(figure(page, 'By month'));
  const tariffs = figure(page, 'By tariff');
  const first = tariffs.getByRole('button').first();
  const name = await first.textContent();
  const tariff = Number(await tariffs.locator('[data-total]').first().getAttribute('data-total'));
  await first.focus();
  await page.keyboard.press('Space');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sum(figure(page, 'By month'))).toBeLessThan(all);
  expect(await sum(figure(page, 'By month'))).toBeCloseTo(tariff, 3);
  // The picture that was chosen in stays whole.
  expect(await sum(tariffs)).toBeCloseTo(all, 3);
  const month = figure(page, 'By month').getByRole('button').nth(3);
  await month.click();
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/choice=/);
  await expect(page.getByRole('group', { name: 'Chosen' })).toContainText(name ?? 'no name');
  await accessible(program);
  const address = new URL(page.url()).hash;
  const largest = figure(page, 'Meters, the largest first').getByRole('link').first();
  const meter = (await largest.textContent()) ?? '';
  await largest.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(meter.replace('Meter ', ''));
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe(address);
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => sum(figure(page, 'By month'))).toBeCloseTo(all, 3);
});

test('a group has an overview of its own @page', async ({ program, page }) => {
  await goTo(program, '/w/demo/meters');
  const grid = page.getByRole('grid', { name: 'meters' });
  await expect(grid).toBeVisible({ timeout: 60_000 });
  await page.getByRole('textbox', { name: 'Search meters' }).fill('Northlight');
  await page.getByRole('textbox', { name: 'Search meters' }).press('Enter');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Tags and groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of 4 meters' });
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Clinic');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Put into groups' }).fill('Health');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await goTo(program, '/w/demo/portfolio');
  await expect(figure(page, 'By tag')).toContainText('without a tag');
  const tagged = await figure(page, 'By tag')
    .getByRole('row', { name: /Clinic/ })
    .locator('[data-total]')
    .getAttribute('data-total');
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Health' }).click();
  await expect(page).toHaveURL(/group=/);
  await expect.poll(() => sum(figure(page, 'By month'))).toBeCloseTo(Number(tagged), 3);
  await expect(figure(page, 'Meters, the largest first').getByRole('link')).toHaveCount(4);
});

test('a report has what the screen has on paper and as CSV; a view is kept under a name', async ({ program, page }) => {
  await openPortfolio(program);
  const tariff = figure(page, 'By tariff').getByRole('button').first();
  const name = (await tariff.textContent()) ?? '';
  const all = await sum(figure(page, 'By month'));
  await tariff.press('Space');
  await expect(page.getByRole('group', { name: 'Chosen' })).toContainText(name);
  await expect.poll(() => sum(figure(page, 'By month'))).toBeLessThan(all);
  const months = await sum(figure(page, 'By month'));
  const address = new URL(page.url()).hash;
  // Saved, left, and chosen again.
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('One tariff');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'One tariff', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => sum(figure(page, 'By month'))).toBeCloseTo(all, 3);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'One tariff', exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe(address);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toHaveAttribute('data-ready', 'true');
  await expect(report).toContainText(`Tariff ${name}`);
  await accessible(program);
  const file = await saveAs(program, 'Save as CSV', 'overview.csv', /^portfolio-report\.csv$/);
  const [heads = [], ...lines] = readCsv(await readFile(file, 'utf8')).rows.map(({ cells }) => cells);
  const byMonth = lines.filter(([picture]) => picture === 'By month');
  const total = byMonth.reduce((before, line) => before + Number(line[heads.indexOf('total')]), 0);
  expect(Math.abs(total - months)).toBeLessThan(months * 1e-9);
  const pages = pdfPages(await printed(program));
  expect(pages.length).toBeGreaterThan(1);
  for (const { text } of pages) {
    for (const part of ['Portfolio', `Tariff ${name}`, 'Months are each meter', '% covered', 'The newest read']) {
      expect(text).toContain(part.replaceAll(' ', ''));
    }
  }
});

test('what is received is taken off only when it is asked for @page', async ({ program, page }) => {
  await openPortfolio(program);
  const delivered = await sum(figure(page, 'By month'));
  const received = page.locator('[data-measure="0:72:19"]');
  await received.click();
  await expect(received).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sum(figure(page, 'By month'))).not.toBeCloseTo(delivered, 3);
  const back = await sum(figure(page, 'By month'));
  await page.locator('[data-measure="0:72:1"]').click();
  await page.getByRole('switch', { name: 'Take off what is received' }).press('Space');
  await expect(page.locator('[data-measure="0:72:net"]')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sum(figure(page, 'By month'))).toBeCloseTo(delivered - back, 3);
});

test('the sum of the meters: its profile and who contributes, its peak, its patterns, and the meters overlaid @page', async ({
  program,
  page,
}) => {
  await openPortfolio(program);
  await page.getByRole('link', { name: 'Sum of these meters' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sum of meters' })).toBeVisible();
  const profile = page.getByRole('application', { name: /Load profile of the sum of \d+ meters/ });
  await expect(profile).toBeVisible();
  await expect(page.getByTestId('sum-legend')).toContainText('Meters contributing');
  await expect(page.getByTestId('sum-notes')).toContainText(/aligned to (15 min|30 min|1 h)/);
  // The cursor says the sum and how many meters it is of.
  await profile.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.ms-tooltip').first()).toContainText(/Contributing\d+ meters/);
  const peak = page.getByTestId('sum-peak');
  await expect(peak).toContainText('Coincident peak');
  const diversity = Number(await peak.locator('dt:text-is("Diversity factor") + dd').textContent());
  expect(diversity).toBeGreaterThanOrEqual(1);
  await expect(peak.getByRole('grid', { name: 'meters' }).getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('application', { name: /Heat map of the sum/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /Average day of the sum/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /Load duration of the sum/ })).toBeVisible();
  await accessible(program);
  await page.getByText('Overlaid').click();
  await expect(page).toHaveURL(/overlay=true/);
  await expect(page.getByTestId('sum-legend').locator('span')).toHaveCount(7);
  await page.getByRole('application', { name: /^Load profile of/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.ms-tooltip').first().locator('.ms-tooltip-line')).toHaveCount(7);
  // Which ones, and what of their readings, is chosen and stands in the address.
  const overlaid = page.getByRole('combobox', { name: /^Meters overlaid, 6 at most of/ });
  await overlaid.focus();
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(/lines=/);
  await expect(page.getByTestId('sum-legend').locator('span')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await accessible(program);
  const notes = page.getByTestId('sum-notes');
  await expect(notes).not.toContainText('1 Jan 2025 – Wed 31 Dec 2025');
  await page.getByRole('combobox', { name: 'Added up' }).click();
  await page.getByRole('option', { name: '2025' }).click();
  await expect(page).toHaveURL(/from=\d+/);
  await expect(notes).toContainText('1 Jan 2025 – Wed 31 Dec 2025');
  const address = page.url();
  await page.reload();
  await expect(notes).toContainText('1 Jan 2025 – Wed 31 Dec 2025');
  expect(page.url()).toBe(address);
  await expect(page.getByTestId('sum-legend').locator('span')).toHaveCount(6);
});
