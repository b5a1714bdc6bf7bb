/** Numbers, dates and hours as in the region that is chosen: in a table, on the axis of a chart and in what is said. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

const begin = Date.parse('2024-01-13T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;

async function openFormats(program: Program): Promise<void> {
  await goTo(program, '/w/files/settings');
  await program.page.getByRole('tab', { name: 'Formats' }).click();
}

async function choose(program: Program, region: string): Promise<void> {
  const { page } = program;
  await openFormats(program);
  await page.getByRole('combobox', { name: 'Numbers and dates as in' }).click();
  await page.getByRole('option', { name: region }).click();
}

test('readings are written as in Germany and as in the United States; units stay', async ({ program }) => {
  test.setTimeout(180_000);
  const { page } = program;
  const readings = steadily(begin, begin + 20 * 86_400, 900, (index) => ({
    value: 1_234_500 + index * 1000,
    quality: 17,
  }));
  await openMeter(program, {
    title: 'Formats',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Readings' }).click();
  await expect(page.getByTestId('count')).toHaveText('1,920 of 1,920 readings');
  const table = new URL(page.url()).hash.slice(1);
  const looked = async () => {
    await goTo(program, table);
    const grid = page.getByRole('grid', { name: 'readings' });
    return { count: page.getByTestId('count'), first: grid.locator('[aria-rowindex="2"]') };
  };
  await choose(program, 'Germany');
  await expect(page.getByRole('status', { name: 'Example' })).toContainText('1.234,5 kWh');
  await expect(page.getByText('Only CSV exports can have another decimal sign')).toBeInViewport();
  await accessible(program);
  const german = await looked();
  await expect(german.count).toHaveText('1.920 of 1.920 readings');
  await expect(german.first).toContainText('13.01.2024 00:00 UTC−8');
  await expect(german.first).toContainText('1.234');

  // CSV has a form of its own, which is remembered.
  const exporting = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Export readings' });
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check();
    return dialog;
  };
  const dialog = await exporting();
  for (const [field, choice] of [
    ['Between values', 'Semicolon'],
    ['Decimal sign', 'Comma: 1234,5'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice }).click();
  }
  await accessible(program);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.locator('[data-job]')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  const folder = (await dialog.locator('code').textContent()) ?? '';
  expect(await readFile(path.join(folder, 'readings.csv'), 'utf8')).toContain(';1234,5;');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect((await exporting()).getByRole('combobox', { name: 'Between values' })).toHaveValue('Semicolon');
  await page.keyboard.press('Escape');
  await choose(program, 'United States');
  const american = await looked();
  await expect(american.count).toHaveText('1,920 of 1,920 readings');
  await expect(american.first).toContainText('01/13/2024 12:00 AM UTC−8');
  // It is remembered.
  await page.reload();
  await expect((await looked()).first).toContainText('01/13/2024 12:00 AM UTC−8', { timeout: 60_000 });
});

test('weeks begin as in the region, or on the day that is chosen', async ({ program }) => {
  const { page } = program;
  const readings = steadily(begin, begin + 20 * 86_400, 900, () => ({ value: 1000, quality: 17 }));
  await openMeter(program, {
    title: 'Weeks',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
  await expect(page.getByTestId('span')).toBeInViewport();
  const meter = new URL(page.url()).hash.slice(1);
  /** The week in the middle of the readings, and the days of the calendar from the first one on. */
  const looked = async () => {
    await goTo(program, meter);
    await expect(page.getByTestId('span')).toBeInViewport();
    await page.keyboard.press('a');
    await expect(page.getByTestId('span')).toContainText('1 Feb');
    await page.keyboard.press('w');
    await expect(page.getByTestId('span')).not.toContainText('Feb');
    const week = await page.getByTestId('span').textContent();
    await page.getByTestId('span').click();
    const first = page.locator('.mantine-DatePicker-weekday').first();
    await expect(first).toBeInViewport();
    return [week, await first.textContent()];
  };
  const begins = async (day: string) => {
    await openFormats(program);
    const days = page.getByRole('radiogroup', { name: 'First day of the week' });
    await days.getByText(day, { exact: true }).click();
    await expect(page.getByRole('status', { name: 'Example' })).toContainText(`weeks from ${day.slice(0, 3)}`);
  };
  expect(await looked()).toEqual(['Mon 22 Jan 2024 – Sun 28 Jan 2024', 'Mo']);
  await begins('Sunday');
  await accessible(program);
  expect(await looked()).toEqual(['Sun 21 Jan 2024 – Sat 27 Jan 2024', 'Su']);
  await begins('Saturday');
  expect(await looked()).toEqual(['Sat 20 Jan 2024 – Fri 26 Jan 2024', 'Sa']);
});

test.describe('on a computer in Germany', () => {
  test.use({ launch: { locale: 'de-DE' } });

  test('formats are those of the system until others are chosen', async ({ program }) => {
    const { page } = program;
    await openFormats(program);
    const example = page.getByRole('status', { name: 'Example' });
    await expect(page.getByRole('combobox', { name: 'Numbers and dates as in' })).toHaveValue('Match the system');
    await expect(example).toContainText('1.234,5 kWh');
    await expect(example).toContainText('23.03.2026 14:05');
    await choose(program, 'International');
    await expect(example).toContainText('1,234.5 kWh');
    await page.reload();
    await openFormats(program);
    await expect(example).toContainText('2026-03-23 14:05');
  });
});
