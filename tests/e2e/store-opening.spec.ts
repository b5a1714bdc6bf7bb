/** A workspace that an earlier version wrote, with many meters: the window says what keeps it waiting, and then shows them. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, projectRoot, screenshot, test } from './fixtures.ts';
import { accessible } from './support-steps.ts';

const PROGRAM = path.join(projectRoot, 'tests', 'integration', 'old-store-program.ts');
/** The last version of the schema without what lists of many meters are searched and ordered by. */
const VERSION = 21;

test.use({ beginsWith: 'nothing' });

test('the store of an earlier version is brought up to date in view, and nothing of it is lost', async ({
  program,
}) => {
  test.slow();
  await program.restart(async () => {
    const folder = path.join(program.data, 'workspaces', 'demo');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await promisify(execFile)(process.execPath, [PROGRAM, path.join(folder, 'store.duckdb'), String(VERSION), '60000']);
  });
  const opening = program.page.getByTestId('opening');
  await expect(opening).toContainText('Bringing this workspace up to date', { timeout: 30_000 });
  await expect(opening).toContainText(/Step [1-9]\d* of \d+\. What lists say of meters: [0-3] of 4 parts/);
  await expect(program.page.locator('.ms-status-line')).toContainText('Bringing the data up to date');
  await screenshot(program, 'opening');
  await accessible(program);
  await expect(opening).toHaveCount(0, { timeout: 60_000 });

  await program.page.evaluate(() => {
    location.hash = '#/w/demo/meters';
  });
  const search = program.page.getByRole('textbox', { name: 'Search meters' });
  await search.fill('500123');
  await expect(program.page.getByTestId('count')).toHaveText(/^1 of 60,0\d\d meters$/);
});
