/** The Readings table: any order and quality, copies, and the way from a row to its block, its XML and its request. */
import { LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, clipboardText } from './support-steps.ts';

const day = 86_400;
const begin = Date.parse('2022-01-01T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;
const most = 3 * 365 * 96;
const spike = 70_001;
/** The value of a reading by its number, Wh: none twice in a row, one that stands out. */
const wattHours = (index: number) => (index === spike ? 9_876 : 200 + ((index * 7) % 100));

async function openReadings(program: Program): Promise<void> {
  const readings = steadily(begin, begin + most * 900, 900, (index) => ({
    value: wattHours(index),
    quality: index % 1000 === 3 ? 8 : 17,
  }));
  await openMeter(program, {
    title: 'Readings',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
  await program.page.keyboard.press('a');
  await program.page.getByRole('tab', { name: 'Readings' }).click();
  await expect(program.page.getByTestId('count')).toHaveText('105,120 of 105,120 readings');
}

test('105,120 readings are ordered, narrowed down, copied, and lead to their source', async ({ program }) => {
  test.slow();
  const { page } = program;
  await openReadings(program);
  const grid = page.getByRole('grid', { name: 'readings' });
  const row = (index: number) => grid.locator(`[aria-rowindex="${index + 2}"]`);
  const clipboard = () => clipboardText(program);

  // The keys work at once, and the last row of all is one key away.
  await page.keyboard.press('j');
  await expect(row(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(row(most - 1)).toContainText('2024-12-30 23:45 UTC−8');
  await expect(row(most - 1)).toContainText(String(wattHours(most - 1)));

  // The largest value first; what is drawn was written.
  await grid.getByRole('button', { name: 'Value, kWh' }).click();
  await grid.getByRole('button', { name: 'Value, kWh' }).click();
  await expect(grid.locator('[aria-sort="descending"]')).toHaveText('Value, kWh');
  await expect(row(0)).toContainText('9.876');
  await expect(row(1)).toContainText('0.299');

  // A range is copied as it is shown: three rows in this order.
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByTestId('selected')).toHaveText('3 selected');
  await accessible(program);
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await clipboard()).split('\n').length).toBe(4);
  const lines = (await clipboard()).split('\n').map((line) => line.split('\t'));
  expect(lines[0]?.slice(0, 3)).toEqual(['Start, local', 'Length', 'Value, kWh']);
  expect(lines.slice(1).map((cells) => cells[2])).toEqual(['9.876', '0.299', '0.299']);
  // A single cell.
  await page.keyboard.press('Home');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe('9.876');
  // As JSON, by the menu.
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Copy the selection' }).click();
  await page.getByRole('menuitem', { name: 'Copy as JSON, all columns' }).click();
  await expect.poll(clipboard).toContain('"utc": ');
  expect(JSON.parse(await clipboard())[0]).toMatchObject({
    utc: new Date((begin + spike * 900) * 1000).toISOString().replace('.000', ''),
    value: 9.876,
    raw: '9876',
    quality: 'valid',
  });

  // Only the estimated ones.
  await page.getByRole('button', { name: 'Quality', exact: true, expanded: false }).click();
  await page.getByRole('checkbox', { name: 'estimated' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('count')).toHaveText('106 of 105,120 readings');
  await expect(row(0)).toContainText('estimated');
  // All but the heads.
  await expect(grid.getByRole('row').filter({ hasNotText: 'estimated' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Quality: 1' }).click();
  await page.getByRole('checkbox', { name: 'estimated' }).uncheck();
  await page.keyboard.press('Escape');

  // Enter opens the reading, and from there its block, its XML and its request.
  await expect(row(0)).toContainText('9.876');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const opened = page.getByRole('region', { name: 'Selected reading' });
  await expect(opened).toContainText('as sent: 9876 (Wh)');
  await accessible(program);
  await expect(opened.getByRole('button', { name: 'Interval block' })).toBeVisible();
  await opened.getByRole('link', { name: 'Raw XML and request' }).click();
  await expect(page.getByRole('heading', { name: 'Entry as received' })).toBeVisible();
});

test('an older day is found in the totals by days, and the bars go back to it @page', async ({ program }) => {
  const { page } = program;
  const readings = steadily(begin, begin + 400 * day, 900, () => ({ value: 250 }));
  await openMeter(program, {
    title: 'Days',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
  await page.getByRole('tab', { name: 'Totals' }).click();
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Days').click();
  await expect(page.getByTestId('count')).toHaveText('400 of 400 periods');
  const bars = page.locator('[data-bars]');
  await expect(bars).toHaveAttribute('data-bars', '62');
  await expect(page.getByTestId('bar-span')).toContainText('4 Feb 2023');
  const earlier = page.getByRole('button', { name: 'Earlier periods' });
  for (let page = 0; page < 6; page += 1) await earlier.click();
  await expect(page.getByTestId('bar-span')).toHaveText('Sat 1 Jan 2022 – Thu 3 Mar 2022');
  await expect(bars).toHaveAttribute('data-bars', '62');
  await expect(earlier).toBeDisabled();
  await page.getByRole('textbox', { name: 'Search periods' }).fill('2022-01-02');
  await expect(page.getByTestId('count')).toHaveText('1 of 400 periods');
  await expect(page.getByRole('grid', { name: 'periods' }).getByRole('row').nth(1)).toContainText('24');
});
