/** Tags, notes and groups: put by hand, read from a CSV file, chosen by rule, and used where meters are chosen. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

const count = (program: Program) => program.page.getByTestId('count');

/** The list of meters, with all of them. */
async function meters(program: Program): Promise<Locator> {
  await synced(program);
  await goTo(program, '/w/demo/meters');
  const grid = program.page.getByRole('grid', { name: 'meters' });
  await expect(grid.getByRole('row').nth(8)).toBeVisible();
  return grid;
}

/** Narrows the list down to what holds the text, and chooses all of that. */
async function choose(program: Program, text: string): Promise<void> {
  const { page } = program;
  await page.getByRole('textbox', { name: 'Search meters' }).fill(text);
  await page.getByRole('textbox', { name: 'Search meters' }).press('Enter');
  await page.keyboard.press('Control+a');
}

/** A file for an input of the page, as a user chooses it. */
async function importFile(program: Program, text: string): Promise<Locator> {
  const file = path.join(program.data, 'tags.csv');
  await writeFile(file, text);
  const chooser = program.page.waitForEvent('filechooser');
  await program.page.getByRole('button', { name: 'Import tags…' }).click();
  await (await chooser).setFiles(file);
  return program.page.getByRole('dialog', { name: 'tags.csv' });
}

test('meters are tagged in their list, and a tag and a note on the page of one @page', async ({ program, page }) => {
  test.setTimeout(150_000);
  const grid = await meters(program);
  await choose(program, 'Northlight');
  await page.getByRole('button', { name: 'Tags and groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of 4 meters' });
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Clinic');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Put into groups' }).fill('Health');
  await page.keyboard.press('Enter');
  await accessible(program);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(grid.getByText('Clinic', { exact: true })).toHaveCount(4);

  // By the tag, and by the group: both are in the address.
  await page.getByRole('textbox', { name: 'Search meters' }).fill('');
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Clinic' }).click();
  await expect(page).toHaveURL(/tag=Clinic/);
  await expect(count(program)).toHaveText(/^4 /);
  await accessible(program);
  await page.getByRole('combobox', { name: 'Group', exact: true }).click();
  await page.getByRole('option', { name: 'Health' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meters of Health' })).toBeVisible();
  await expect(count(program)).toHaveText(/^4 /);

  // One is taken out by hand.
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('textbox', { name: 'Search meters' }).press('Enter');
  await page.keyboard.press('Space');
  await expect(page.getByTestId('selected')).toHaveText('1 selected');
  await page.getByRole('button', { name: 'Take out of Health' }).click();
  await expect(count(program)).toHaveText(/^3 /);

  // The page of one: its note is found from the list.
  await grid.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const one = page.getByRole('dialog', { name: 'Tags and note of this meter' });
  await one.getByRole('textbox', { name: 'Note' }).fill('The key is at the desk');
  await one.getByRole('combobox', { name: 'Tags' }).fill('urgent');
  await page.keyboard.press('Enter');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.ms-tags')).toContainText('urgent');
  await expect(page.getByRole('img', { name: 'Note: The key is at the desk' })).toBeVisible();
  await accessible(program);
  await goTo(program, '/w/demo/meters');
  await page.getByRole('textbox', { name: 'Search meters' }).fill('at the desk');
  await expect(count(program)).toHaveText(/^1 /);

  // They survive a start, and the fetch with which it begins.
  await program.restart();
  await synced(program);
  await goTo(program, '/w/demo/groups');
  await expect(program.page.getByRole('region', { name: 'Tags' })).toContainText('Clinic');
  await expect(program.page.getByRole('row', { name: /Health/ })).toContainText('3');
});

test('a CSV file of tags is imported whole, or not at all @page', async ({ program, page }) => {
  test.setTimeout(150_000);
  await meters(program);
  await goTo(program, '/w/demo/groups');
  const refused = await importFile(program, 'meter,tag\n1068234,Homes\n999,Homes\n1555954,"Homes\n');
  await expect(refused.getByRole('alert')).toContainText('Nothing was imported');
  await expect(refused.getByRole('alert')).toContainText('Line 4: a quotation mark is opened and never closed.');
  await accessible(program);
  await refused.getByRole('button', { name: 'Close' }).last().click();
  const unknown = await importFile(program, 'meter,tag\n1068234,Homes\n999,Homes\n');
  await expect(unknown.getByRole('alert')).toContainText('Line 3: there is no meter 999 in the workspace.');
  await unknown.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('No tags yet');

  const done = await importFile(program, 'meter;tag;group;colour\nE56161761;Homes;Pilot;red\n1555954;Clinics;Pilot;\n');
  await expect(done.getByRole('status')).toContainText('2 lines: 2 tags, 0 notes, 1 group for 2 meters.');
  await expect(done.getByRole('status')).toContainText('Columns that mean nothing here: colour.');
  await accessible(program);
  await done.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('Homes');
  await expect(page.getByRole('row', { name: /Pilot/ })).toContainText('Hand');
});

test('a group by rule follows its rule, is found by the palette, and is what an export has', async ({
  program,
  page,
}) => {
  test.setTimeout(150_000);
  await meters(program);
  await goTo(program, '/w/demo/groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shops by day');
  await dialog.getByRole('combobox', { name: 'What condition 1 is about' }).click();
  await page.getByRole('option', { name: 'Tariff' }).click();
  await dialog.getByRole('combobox', { name: 'Value of condition 1' }).click();
  await page.getByRole('option', { name: 'GS-2' }).click();
  await expect(dialog.getByTestId('rule-count')).toHaveText('4 meters now');
  await dialog.getByRole('textbox', { name: 'Name' }).click();
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByRole('combobox', { name: 'What condition 2 is about' }).click();
  await page.getByRole('option', { name: 'Address' }).click();
  await dialog.getByRole('textbox', { name: 'Value of condition 2' }).fill('harborview');
  await expect(dialog.getByTestId('rule-count')).toHaveText('2 meters now');
  await accessible(program);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Shops by day/ })).toContainText(
    'Rule: Tariff is GS-2, and address contains “harborview”',
  );
  await accessible(program);

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Meter number, name, uid, or what to do').fill('shops by');
  await page.getByRole('button', { name: /^Shops by day/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meters of Shops by day' })).toBeVisible();
  await expect(count(program)).toHaveText(/^2 /);
  const own = (await page.getByRole('grid', { name: 'meters' }).getByRole('gridcell').allTextContents()).join(' ');

  // In the export dialog of any screen.
  await goTo(program, '/w/demo/authorizations');
  const target = path.join(program.data, 'out');
  await program.electron?.evaluate(({ dialog: native }, filePath) => {
    native.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Export readings' });
  await form.getByRole('radio', { name: 'A group of meters' }).check();
  await expect(form.getByRole('combobox', { name: 'Group' })).toHaveValue('Shops by day');
  await form.getByRole('radio', { name: 'By month' }).check();
  await accessible(program);
  await form.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(form.getByRole('status')).toContainText('of 2 meters in', { timeout: 60_000 });
  const folder = (await form.locator('code').textContent()) ?? '';
  expect(await readdir(folder)).toContain('usage_points.csv');
  const table = await readFile(path.join(folder, 'usage_points.csv'), 'utf8');
  const rows = table.trim().split('\n').slice(1);
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toContain('Shops by day');
    expect(own).toContain(row.split(',')[3] ?? 'no number');
  }
});
