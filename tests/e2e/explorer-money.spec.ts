/** Bills whose money is on another scale than the standard's, what their lines are, and finding them by their dates. */
import { billFeed, gasMonths, type MadeBill, monthlyGas } from '../fixtures/bill-feed.ts';
import { openText } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible } from './support-steps.ts';

const months = gasMonths(24);

/** Opens a file with the bills of one meter, complete readings but for three days, and goes to its bills. */
async function openBills(program: Program, title: string, bills: readonly MadeBill[]): Promise<void> {
  const { page } = program;
  await openText(
    program,
    `${title}.xml`,
    billFeed(bills, { title, meter: title, readings: { missing: [40, 41, 42] } }),
  );
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: /^Bills \(\d+\)/ }).click();
  await expect(page.getByTestId('bill')).toBeVisible();
}

test('bills in thousandths show the amounts of the paper bill, and add up charges only @page', async ({ program }) => {
  test.setTimeout(180_000);
  const { page } = program;
  await page.setViewportSize({ width: 1280, height: 800 });
  const thousandths = monthlyGas(months, { total: 1000, power: -3 });
  const cents = monthlyGas(months, { total: 100, power: -2 });
  await openBills(program, 'Gas', [...thousandths.slice(0, 20), ...cents.slice(20)]);

  const grid = page.getByRole('grid', { name: 'bills' });
  await expect(page.getByTestId('count')).toHaveText('24 of 24 bills');
  await expect(grid.locator('[data-warning="money"]')).toHaveCount(4);
  const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const bill = page.getByTestId('bill');
  await expect(page.getByTestId('money-warning')).toContainText('20 other bills of this custodian in 1/1,000');

  // More than ten rows stand in a window of this size, and nothing but the list and the bill scrolls.
  const rows = await grid.getByRole('row').evaluateAll((all) => {
    const box = all[0]?.closest('[role="grid"]')?.getBoundingClientRect();
    return all.filter((row) => box && row.getBoundingClientRect().bottom <= box.bottom).length - 1;
  });
  expect(rows).toBeGreaterThan(10);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);

  // What the readings come to stands beside each bill: all of it, but where three days are missing.
  const cells = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell');
  await expect(cells(1)).toHaveText([/2024/, /./, /^\d/, /^\d/, 'matches', '', '100 %']);
  await grid.getByRole('button', { name: 'Difference' }).click();
  await expect(cells(1)).toHaveText([/^31 Jan 2023/, /./, '150', /^13\d/, /^-1\d/, '-10.0 %', '90 %']);
  await grid.getByRole('button', { name: 'Difference' }).click();
  await grid.getByRole('button', { name: 'Difference' }).click();

  await grid.focus();
  await page.keyboard.press('End');
  const first = months[0];
  if (!first) throw new Error('no month');
  await expect(page.getByTestId('money-warning')).toHaveCount(0);
  await expect(page.getByTestId('money-scale')).toHaveText('Money in 1/1,000 of CAD, as its lines state.');
  await expect(page.getByTestId('lines-sum')).toContainText(money.format(first.total));
  await expect(page.getByTestId('lines-difference')).toContainText('matches');
  const charges = bill.locator('[data-lines="charges"]');
  for (const [note, amount] of Object.entries(first.charges)) {
    await expect(charges.getByRole('row').filter({ hasText: note }).first()).toContainText(
      money.format(Math.abs(amount)),
    );
  }
  await expect(bill).toContainText('Left out: 5 balances and totals, 2 prices, 1 quantity, 2 other lines.');
  await expect(bill.locator('[data-lines="Prices"]')).toContainText('11.32 ¢/m³');
  await expect(bill.locator('[data-lines="Quantities"]')).toContainText('161 m³');
  await expect(bill.locator('[data-lines="Other information"]')).toContainText('20 Feb 2023');
  await expect(bill.locator('[data-lines="Other information"]')).toContainText('unknown (30613)');
  await accessible(program);
});

test('a search finds bills by what they show, and stays with its meter @page', async ({ program }) => {
  test.setTimeout(180_000);
  const { page } = program;
  await openBills(program, 'One', monthlyGas(months, { total: 1000, power: -3 }));
  const search = page.getByRole('textbox', { name: 'Search bills' });
  for (const [text, found] of [
    ['2024', '12'],
    ['jan', '4'],
    ['31 Jan 2023', '[1-4]'],
  ] as const) {
    await search.fill(text);
    await expect(page.getByTestId('count')).toHaveText(new RegExp(`^${found} of 24 bills$`));
  }
  const address = page.url();
  await openBills(program, 'Other', monthlyGas(months.slice(0, 12), { total: 1000, power: -3 }));
  await expect(search).toHaveValue('');
  await expect(page.getByTestId('count')).toHaveText('12 of 12 bills');
  await page.goto(address);
  await expect(search).toHaveValue('31 Jan 2023');
});
