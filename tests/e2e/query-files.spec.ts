/** Queries kept as files, and `meterscope query` while the program runs, which the program answers, in both hosts. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

const CLI = fileURLToPath(new URL('../../dist/electron/cli.js', import.meta.url));

test('answers the queries of the command line', async ({ program, page }) => {
  test.setTimeout(180_000);
  await synced(program);
  const sql = 'SELECT count(*) AS meters FROM meters';
  const { stdout } = await promisify(execFile)('node', [
    ...[CLI, 'query', sql, '--data', program.data, '--workspace', 'demo', '--format', 'csv'],
  ]);
  const [head, meters] = stdout.split('\n');
  expect(head).toBe('meters');
  await page.getByRole('link', { name: 'Meters', exact: true }).click();
  await expect(page.getByTestId('count')).toHaveText(new RegExp(` of ${meters} meters$`));
});

test('keeps queries as files: saved, found by the palette, run by the command, and never written over what others wrote', async ({
  program,
  page,
}) => {
  test.setTimeout(180_000);
  const file = path.join(program.data, 'queries', 'answers.sql');
  const editor = page.getByRole('textbox', { name: 'SQL' });
  const bar = page.getByTestId('query-file');
  const write = async (sql: string) => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(sql);
  };
  await goTo(program, '/w/demo/query');
  await write('-- The answer to all of it.\n-- $word = yes\nSELECT 6 * 7 AS answer, $word AS word');
  await expect(bar).toContainText('Not kept in a file.');
  await bar.getByRole('button', { name: 'Save as…' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('con.sql');
  await expect(page.getByText('Windows keeps this name for a device.')).toBeInViewport();
  await accessible(program);
  await name.fill('answers');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('answers.sql');
  expect(await readFile(file, 'utf8')).toMatch(/^-- The answer/);

  // By the command, with the values of its comments.
  const { stdout } = await promisify(execFile)('node', [
    ...[CLI, 'query', '--file', 'answers.sql', '--data', program.data, '--workspace', 'demo', '--format', 'csv'],
  ]);
  expect(stdout).toBe('answer,word\n42,yes\n');

  // Found by its description, from another screen: what was written and not saved is still there.
  const find = async () => {
    await page.getByRole('link', { name: 'Meters', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder(/Meter number/).fill('answer to all');
    await page.getByRole('button', { name: /answers\.sql/ }).click();
  };
  await write('SELECT 1');
  await find();
  await expect(bar).toContainText('answers.sql, changed');
  await expect(editor).toHaveText('SELECT 1');

  // Where it is not open, it comes as it was saved; its values are in their fields.
  await bar.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Close the file, keep the text here' }).click();
  await expect(bar).toContainText('Not kept in a file.');
  await find();
  await expect(editor).toContainText('SELECT 6 * 7');
  await expect(page.getByLabel('$word')).toHaveValue('yes');

  // Written by another program: noticed before it is overwritten.
  await write('SELECT 43 AS answer');
  await expect(bar).toContainText('answers.sql, changed');
  await writeFile(file, 'SELECT 44 AS answer');
  await bar.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('answers.sql was changed by another program')).toBeInViewport();
  await accessible(program);
  expect(await readFile(file, 'utf8')).toBe('SELECT 44 AS answer');
  await page.getByRole('button', { name: 'Open what is there now' }).click();
  await expect(editor).toHaveText('SELECT 44 AS answer');
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('button', { name: 'answers.sql' })).toBeInViewport();
  await accessible(program);

  // Another name.
  await bar.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await name.fill('better.sql');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'better.sql' })).toBeInViewport();
  expect(await readFile(path.join(program.data, 'queries', 'better.sql'), 'utf8')).toBe('SELECT 44 AS answer');
});
