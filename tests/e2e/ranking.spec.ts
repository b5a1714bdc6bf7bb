/** The ranking: meters by a figure of a period, narrowed down by a threshold and a group, kept in the address, saved as a file. */
import { readFile } from 'node:fs/promises';
import { synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo, saveAs } from './support-steps.ts';

const grid = (program: Program) => program.page.getByRole('grid', { name: 'meters' });
const count = (program: Program) => program.page.getByTestId('count');

async function rankBy(program: Program, figure: string): Promise<void> {
  await program.page.getByRole('combobox', { name: 'Ranked by' }).click();
  await program.page.getByRole('option', { name: figure, exact: true }).click();
}

/** A column of the rows that are shown, in their order, as numbers. */
async function column(program: Program, head: RegExp): Promise<number[]> {
  const heads = await grid(program).getByRole('columnheader').allTextContents();
  const at = heads.findIndex((text) => head.test(text));
  expect(at, heads.join('|')).toBeGreaterThanOrEqual(0);
  const rows = grid(program).getByRole('row');
  const values: number[] = [];
  for (let row = 1; row < (await rows.count()); row += 1) {
    const text = (await rows.nth(row).getByRole('gridcell').nth(at).textContent()) ?? '';
    values.push(Number(text.replaceAll(/[^\d.-]/g, '')));
  }
  return values;
}

test('ranks the meters of one unit by what they use and by how it changed, and leads to one @page', async ({
  program,
  page,
}) => {
  test.setTimeout(150_000);
  await synced(program);
  await page.getByRole('link', { name: 'Ranking', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ranking' })).toBeVisible();
  await expect(grid(program).getByRole('row').nth(3)).toBeVisible();
  const used = await column(program, /^Consumption, kWh/);
  expect(used).toEqual(used.toSorted((a, b) => b - a));
  const all = used.length;
  await expect(count(program)).toHaveText(`${all} of ${all} meters`);
  await accessible(program);

  // The lowest first, and only those above a threshold: in the address.
  await page.getByText('Lowest', { exact: true }).click();
  await expect(page).toHaveURL(/up=true/);
  await expect.poll(async () => await column(program, /^Consumption, kWh/)).toEqual(used.toReversed());
  await page.getByRole('textbox', { name: 'At least, kWh' }).fill(String(Math.ceil(used[2] ?? 0) + 1));
  await expect(count(program)).toHaveText(`2 of ${all} meters`);
  const address = page.url();
  expect(address).toMatch(/least=/);

  // Movers: a share, typed in percent.
  await rankBy(program, 'Change, last year');
  await expect(page).toHaveURL(/by=lastYear/);
  await expect(page).not.toHaveURL(/least=/);
  await page.getByText('Highest', { exact: true }).click();
  await expect(page.getByTestId('left-out')).toContainText('days that are whole in both periods');
  await expect(grid(program).getByRole('row').nth(1)).toContainText('%');
  await expect
    .poll(async () => {
      const now = await column(program, /^Last year/);
      return now.length > 1 && now.every((change, at) => at === 0 || change <= (now[at - 1] ?? 0));
    })
    .toBe(true);
  const changes = await column(program, /^Last year/);
  await page.getByRole('textbox', { name: 'At least, %' }).fill(String(Math.floor(changes[0] ?? 0)));
  await expect(count(program)).toHaveText(/^1 of /);
  await expect(page).toHaveURL(/least=/);
  await accessible(program);

  // As it is shown, in a file.
  await page.getByRole('button', { name: 'Copy the rows' }).click();
  const file = await saveAs(program, 'Save as CSV, all columns', 'ranking.csv', /meters\.csv$/, 'menuitem');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Place,Meter,.*Consumption, kWh/);

  // By keyboard to the meter, and back to the same view.
  const shown = page.url();
  await grid(program).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/meters\//);
  await page.goBack();
  await expect(page).toHaveURL(shown);
  await expect(count(program)).toHaveText(/^1 of /);
  // A calendar month, and the one before.
  await goTo(program, '/w/demo/ranking');
  await expect(page.getByTestId('shown-days')).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Month' }).click();
  await expect(page.getByTestId('shown-days')).toHaveText('2026-01-01 to 2026-01-31');
  await page.getByRole('button', { name: 'Earlier month' }).click();
  await expect(page).toHaveURL(/month=2025-12/);
  await expect(page.getByTestId('shown-days')).toHaveText('2025-12-01 to 2025-12-31');
  // What can be compared is chosen first: gas and water are never among electricity.
  await goTo(program, '/w/demo/ranking');
  await page.getByRole('combobox', { name: 'Of', exact: true }).click();
  await page.getByRole('option', { name: /^Water/ }).click();
  await expect(page).toHaveURL(/quantity=/);
  await expect(count(program)).toHaveText('1 of 1 meters');
});
