/** The query screen: writing, completing, formatting and running a query, its mistakes, its end, and what goes on meanwhile. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { firstChart, synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

const editor = (program: Program) => program.page.getByRole('textbox', { name: 'SQL' });
const grid = (program: Program) => program.page.getByRole('grid', { name: 'rows' });
const failure = (program: Program) => program.page.locator('.ms-query-failure');
const took = (program: Program) => program.page.getByTestId('query-took');

const words = (program: Program) => program.page.getByTestId('chart-words');
const picture = (program: Program) => program.page.locator('.ms-query-picture').getByRole('application');

/** Takes hours. */
const ENDLESS = 'SELECT sum((a.range * b.range) % 7) AS n FROM range(10000000) a, range(10000000) b';

async function write(program: Program, sql: string): Promise<void> {
  await editor(program).click();
  await program.page.keyboard.press('ControlOrMeta+a');
  await program.page.keyboard.press('Delete');
  await program.page.keyboard.insertText(sql);
}

/** Saves all rows in a format, and answers where. */
async function saveRows(program: Program, format: string): Promise<string> {
  const { page, electron, data } = program;
  await electron?.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    path.join(data, 'rows.csv'),
  );
  await page.getByRole('button', { name: 'Save all rows' }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  const saved = page.getByText(/^Saved /);
  await expect(saved).toBeVisible({ timeout: 30_000 });
  return ((await saved.textContent()) ?? '').replace('Saved ', '');
}

async function cells(row: Locator): Promise<string[]> {
  return await row.getByRole('gridcell').allTextContents();
}

test('asks the workspace in SQL, by keyboard alone, and goes on while a query runs', async ({ program, page }) => {
  test.setTimeout(180_000);
  await synced(program);
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Query' })).toBeVisible();
  await accessible(program);

  // Views with their columns beside the editor.
  await page.getByRole('button', { name: /^readings/ }).click();
  await expect(page.getByText('Critical peak period.')).toBeVisible();
  await accessible(program);

  // Completed as it is typed: a view, a column of it, a function.
  await editor(program).click();
  await page.keyboard.type('SELECT start_e');
  await expect(page.getByRole('option', { name: /start_epoch/ })).toBeVisible();
  await accessible(program);
  await page.keyboard.press('Enter');
  await page.keyboard.type(', quantile_c');
  await expect(page.getByRole('option', { name: /quantile_cont/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // Typed over what is selected.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('VALUES');
  await page.keyboard.press('Escape');
  await expect(editor(program)).toHaveText('VALUES');

  // Rows in the order of the query, with types.
  await write(
    program,
    `select m.uid, count(*) as n, true as yes, null as none from readings r join meters m using (usage_point) group by all order by n desc, m.uid`,
  );
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(editor(program)).toContainText('SELECT');
  await expect(editor(program).locator('.cm-line')).not.toHaveCount(1);
  await editor(program).press('ControlOrMeta+Enter');
  await expect(took(program)).toContainText(/^\d+ rows in \d+\.\d\d s\.$/);
  await expect(grid(program).getByRole('columnheader').nth(1)).toContainText('nBIGINT');
  const first = await cells(grid(program).getByRole('row').nth(1));
  expect(Number(first[1])).toBeGreaterThan(1000);
  expect(first.slice(2)).toEqual(['true', 'NULL']);
  await accessible(program);
  const counts = (await grid(program).getByRole('row').allTextContents()).length;
  expect(counts).toBeGreaterThan(3);
  // In the address: a link opens it again.
  await expect(page).toHaveURL(/sql=/);

  // More than is shown: said so.
  await write(program, 'SELECT start_epoch, value FROM readings ORDER BY start_epoch');
  await editor(program).press('ControlOrMeta+Enter');
  await expect(took(program)).toContainText('Only the first 10,000 are shown');
  await expect(page.getByTestId('count')).toHaveText('10,000 of 10,000 rows');
  await accessible(program);
  // All of them in a file.
  const file = await saveRows(program, 'CSV');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines[0]).toBe('start_epoch,value');
  const epochs = lines.slice(1).map((line) => Number(line.split(',')[0]));
  expect(epochs.length).toBeGreaterThan(10_000);
  expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));

  // A mistake has a place and a cure; a change is refused.
  await write(program, 'SELECT usage_point,\n  valeu\nFROM readings');
  await editor(program).press('ControlOrMeta+Enter');
  await expect(failure(program)).toContainText('Referenced column "valeu" not found');
  await page.getByRole('button', { name: 'Go to the mistake' }).click();
  await expect(page.locator('.ms-sql-mistake')).toHaveText('valeu');
  await expect(editor(program)).toBeFocused();
  await page.keyboard.insertText('value, ');
  await expect(page.locator('.ms-sql-mistake')).toHaveCount(0);
  await write(program, 'DELETE FROM main.readings');
  await editor(program).press('ControlOrMeta+Enter');
  await expect(failure(program)).toContainText('Only SELECT can be run here');
  await accessible(program);

  // While one runs, lists answer; it can be cancelled, and it is ended when the screen is left.
  await write(program, ENDLESS);
  await editor(program).press('ControlOrMeta+Enter');
  await expect(page.getByTestId('query-running')).toContainText(/Running for \d/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(failure(program)).toContainText('The query was cancelled.');
  await editor(program).press('ControlOrMeta+Enter');
  await expect(page.getByTestId('query-running')).toBeVisible();
  const asked = await page.evaluate(async () => {
    const began = performance.now();
    location.hash = '/w/demo/meters';
    return began;
  });
  expect(asked).toBeGreaterThan(0);
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible({ timeout: 10_000 });

  // What was written is still there; what ran is in the history, also the examples run.
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(editor(program)).toContainText('SELECT sum(');
  await expect(page.getByTestId('query-running')).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /start_epoch, value FROM readings/ }).click();
  await expect(editor(program)).toHaveText(/^SELECT start_epoch, value/);
  await accessible(program);
  await page.getByRole('tab', { name: 'Examples' }).click();
  await accessible(program);
  await page.getByRole('button', { name: /^Base load/ }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(grid(program).getByRole('columnheader').nth(1)).toContainText('kw');
});

test('opens a query from a link @page', async ({ program, page }) => {
  await goTo(program, `/w/demo/query?sql=${encodeURIComponent('SELECT 6 * 7 AS answer')}`);
  await expect(editor(program)).toHaveText('SELECT 6 * 7 AS answer');
  // Not run by itself.
  await expect(took(program)).toHaveCount(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(grid(program).getByRole('gridcell', { name: '42' })).toBeVisible();
});

test('a run has the values of its text, however soon it is asked for @page', async ({ program, page }) => {
  await synced(program);
  const sql = encodeURIComponent('SELECT $word AS word');
  await goTo(program, `/w/demo/query?sql=${sql}&values=${encodeURIComponent('{"word":"kWh"}')}`);
  await expect(page.getByLabel('$word')).toHaveValue('kWh');
  await write(program, 'SELECT 1 AS one');
  await expect(page.getByLabel('$word')).toHaveCount(0);
  await write(program, "SELECT $word || '!' AS loud");
  await editor(program).press('ControlOrMeta+Enter');
  await expect(grid(program).getByRole('gridcell', { name: 'kWh!' })).toBeVisible();
  await expect(page).toHaveURL(/values=/);
});

test('draws the whole result as a chart, which the address keeps @page', async ({ program, page }) => {
  test.setTimeout(180_000);
  const million = 'SELECT range AS second, sin(range / 50000) AS height FROM range(1000000)';
  await goTo(program, `/w/demo/query?sql=${encodeURIComponent(million)}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(took(program)).toContainText('Only the first 10,000 are shown');
  await page.getByText('Chart', { exact: true }).click();
  await expect(words(program)).toContainText('1,000,000 rows. These are too many points');
  await expect(picture(program)).toBeInViewport();
  await accessible(program);

  // Another kind; the address has it, and opens it again.
  await page.getByRole('combobox', { name: 'Chart' }).click();
  await page.getByRole('option', { name: 'Line', exact: true }).click();
  await expect(words(program)).toContainText('Each pixel column shows its first, last, lowest and highest value.');
  await expect(page).toHaveURL(/chart=.*line/);
  await page.reload();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(words(program)).toContainText('1,000,000 rows. Each pixel column');
  const line = picture(program).locator('path[data-series="height"]');
  expect(Number(await line.getAttribute('data-points'))).toBeGreaterThan(100);
  // By keyboard.
  await picture(program).focus();
  await page.keyboard.press('End');
  await expect(picture(program).getByRole('status')).toContainText('second 999,999');
  await accessible(program);

  // A heat map and bars, chosen by the shape of the result.
  await write(
    program,
    `SELECT start_local::DATE AS day, hour(start_local) AS hour, avg(value) AS mean FROM readings WHERE unit = 'kWh' GROUP BY ALL;`,
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Chart' })).toHaveValue('Heat map');
  await expect(picture(program)).toBeInViewport();
  await accessible(program);
  await write(program, 'SELECT series, count(*) AS readings FROM readings GROUP BY ALL;');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Chart' })).toHaveValue('Bars');
  await expect(page.locator('.ms-query-picture .recharts-bar-rectangle').first()).toBeInViewport();
  await accessible(program);

  // While a chart is drawn that does not end, the window answers.
  await write(program, ENDLESS.replace('sum((a.range * b.range) % 7) AS n', 'a.range AS x, b.range AS y'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByTestId('query-chart').getByTestId('query-running')).toContainText(/^Drawing for \d/);
  await page.getByRole('tab', { name: 'Examples' }).click();
  await expect(page.getByRole('button', { name: /^Base load/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel drawing' }).click();
  await expect(page.getByText('The query was cancelled.')).toBeVisible();
});

test('asks for what a meter shows: its query comes with the meter and the span, which can be changed', async ({
  program,
  page,
}) => {
  await firstChart(program);
  await page.getByRole('tab', { name: 'Readings', exact: true }).click();
  await page.getByRole('button', { name: 'Open this as a query' }).click();
  await expect(editor(program)).toContainText('WHERE usage_point = $meter');
  const values = page.getByRole('group', { name: 'Values of the query' });
  await expect(values.getByLabel('$meter')).not.toHaveValue('');
  await expect(values.getByLabel('$from')).toHaveValue(/^\d{4}-\d\d-\d\dT/);
  await expect(values.getByLabel('$to')).toBeInViewport();
  await accessible(program);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(took(program)).toContainText(/^[1-9][\d,]* rows in/);
  await expect(page).toHaveURL(/values=/);

  // Not a parameter: what stands in a text or a comment. One of its own has an empty field, and is asked for by its name.
  await write(program, "SELECT $least::DOUBLE AS least, '$text' AS word -- $comment");
  await expect(values.getByLabel('$least')).toBeVisible();
  await expect(values.getByRole('textbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(failure(program)).toContainText('The query needs a value for $least.');
  await values.getByLabel('$least').fill('1.5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(grid(program).getByRole('gridcell', { name: '1.5' })).toBeVisible();
  const csv = await saveRows(program, 'CSV');
  expect(await readFile(csv, 'utf8')).toBe('least,word\n1.5,$text\n');
});

/** Screens that open as a query, and what its text has. */
const SCREENS: readonly [address: string, text: string][] = [
  ['meters', 'FROM meters'],
  ['authorizations', 'FROM authorizations'],
  ['coverage', 'FROM coverage'],
  ['problems', 'FROM findings'],
  ['events', 'FROM events'],
  ['requests', 'FROM requests'],
  ['portfolio', 'FROM monthly'],
  ['portfolio/sum', 'FROM readings'],
  ['ranking', 'FROM daily'],
  ['collections', 'FROM runs'],
];

test('lists and totals open as queries that run @page', async ({ program, page }) => {
  test.setTimeout(300_000);
  await synced(program);
  for (const [address, text] of SCREENS) {
    await goTo(program, `/w/demo/${address}`);
    await page.getByRole('button', { name: 'Open this as a query' }).click();
    await expect(editor(program)).toContainText(text);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(took(program), address).toContainText(/^[\d,]+ rows? in/);
  }
});
