/** `meterscope query` while the program runs: the program answers, in both hosts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';

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
