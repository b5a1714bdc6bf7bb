/** The Share screen: a team server from its address to a publication that agrees, against a real PostgreSQL; and a data set in a folder. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { firstChart, synced } from './demo-steps.ts';
import { expect, type Program, screenshot, screenshotForReadme } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';
import { enterServer, givePassword, test } from './team-server-steps.ts';

const section = ({ page }: Program, name: string) => page.getByRole('region', { name, exact: true });

test('publishes the workspace to the team server, and finds what differs there @page', async ({
  program,
  page,
  server,
}) => {
  test.setTimeout(240_000);
  await firstChart(program);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { level: 1, name: 'Share' })).toBeInViewport();
  await accessible(program);
  await screenshot(program, 'share-form');
  await enterServer(program, server, 'not the password');
  const tryServer = page.getByRole('button', { name: 'Test the server' });
  await tryServer.click();
  await expect(page.getByText(/User name or password is wrong/)).toBeInViewport();
  await givePassword(program, server.password);
  await expect(page.getByText(/User name or password is wrong/)).toHaveCount(0);
  await tryServer.click();
  await expect(page.getByText('The database is not prepared yet: it has no tables.')).toBeVisible();
  await accessible(program);
  await screenshot(program, 'share-tested');

  const publishing = section(program, 'Publish');
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  await expect(publishing.getByRole('alert')).toContainText('Choose "Prepare the server"');
  await publishing.getByRole('button', { name: 'Prepare the server' }).click();
  await expect(page.getByText('The server has its tables and roles.')).toBeVisible();
  await tryServer.click();
  await expect(page.getByText('This user may read and publish.')).toBeVisible();
  await publishing.getByRole('button', { name: 'Resume' }).click();
  const row = (name: string) => publishing.getByRole('row', { name: new RegExp(`^${name} [0-9,]+$`) });
  await expect(row('Readings of the workspace')).toBeVisible({ timeout: 60_000 });
  const [there] = await server.query('SELECT count(*)::int AS n FROM v1.readings');
  expect(there?.n).toBeGreaterThan(1000);
  const shown = await row('Readings of the workspace').getByRole('cell').textContent();
  expect(shown).toBe(Number(there?.n).toLocaleString('en-US'));
  await screenshotForReadme(program, 'share');

  await publishing.getByRole('button', { name: 'Compare with the server' }).click();
  await expect(page.getByTestId('comparison')).toHaveText(/^All \d+ series agree in count, sum and checksum\.$/);
  await expect(page.getByTestId('comparison')).toBeInViewport();
  const [meter] = await server.query(
    `SELECT coalesce(m.meter_number, m.uid) AS name FROM v1.meters m JOIN v1.series s USING (usage_point) JOIN meterscope.series_facts f USING (series_id)
     WHERE f.series = (SELECT min(series) FROM meterscope.readings WHERE value > 0)`,
  );
  await server.query(
    'DELETE FROM meterscope.readings WHERE (series, start_utc) = (SELECT series, start_utc FROM meterscope.readings WHERE value > 0 ORDER BY 1, 2 LIMIT 1)',
  );
  await publishing.getByRole('button', { name: 'Compare with the server' }).click();
  await expect(page.getByTestId('comparison')).toHaveText(/^1 of \d+ series differ\./);
  const differing = page.getByRole('grid', { name: 'series' }).getByRole('row');
  await expect(differing).toHaveCount(2);
  await expect(differing.nth(1)).toContainText(String(meter?.name));
  await expect(differing.nth(1)).toBeInViewport({ ratio: 1 });
  await accessible(program);
  await screenshot(program, 'share-compared');
  expect(await page.content()).not.toContain(server.password);
});

test('a data set goes into a folder that the program’s own dialog gave', async ({ program }) => {
  test.setTimeout(180_000);
  await synced(program);
  await goTo(program, '/w/demo/share');
  const dataset = section(program, 'Data set');
  if (!program.electron) {
    await expect(dataset.getByText('A browser tab cannot choose a folder.', { exact: false })).toBeVisible();
    await expect(dataset.getByRole('button')).toHaveCount(0);
    return;
  }
  const folder = path.join(program.data, '..', `${path.basename(program.data)}-data-set`);
  await program.electron.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, folder);
  await dataset.getByRole('button', { name: 'Choose a folder …' }).click();
  await expect(dataset.getByText(folder)).toBeVisible();
  await dataset.getByRole('button', { name: 'Bring it up to date' }).click();
  await expect(dataset.getByText(/, number 1$/)).toBeVisible({ timeout: 60_000 });
  const { readings } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
  await expect(dataset.getByText(new RegExp(`^${readings.toLocaleString('en-US')} of `))).toBeVisible();
  await dataset.getByRole('button', { name: 'Compact' }).click();
  await expect(dataset.getByText(/, number 2$/)).toBeVisible({ timeout: 60_000 });
});
