/** The pre-check of a file as one HTML page: it reads well in any browser, with nothing that could run in it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { wholeFeed } from '../fixtures/whole-feed.ts';
import { barriers } from './barriers.ts';
import { dist } from './browser-host.ts';
import { expect, test } from './fixtures.ts';

test('a page of a good, a broken and an unreadable file is free of barriers in light, in dark and on paper', async ({
  program,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-check-page-'));
  const files = {
    good: wholeFeed('UsageSummary'),
    broken: wholeFeed('UsageSummary').replace('<title>Entry 1</title>', '').replaceAll('<cost>12</cost>', ''),
    unreadable: 'no xml',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const paths = Object.keys(files).map((name) => path.join(folder, name));
  const cli = path.join(dist, 'cli.js');
  const run = promisify(execFile)(process.execPath, [
    cli,
    'check',
    '--format',
    'html',
    '--profile',
    'dmd-4.0',
    ...paths,
  ]);
  // Exit code 2: one of them cannot be read.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const page = path.join(folder, 'page.html');
  await writeFile(page, stdout);

  const reader = await program.page.context().newPage();
  await reader.goto(pathToFileURL(page).href);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Green Button pre-check of 3 files');
  await expect(reader.getByText('not a certification')).toBeVisible();
  await expect(reader.locator('script, img, link, iframe')).toHaveCount(0);
  for (const details of await reader.locator('details').all())
    await details.evaluate((one) => one.setAttribute('open', ''));
  for (const look of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
    await reader.emulateMedia(look);
    expect(await barriers(reader), JSON.stringify(look)).toEqual([]);
  }
  await reader.close();
  await rm(folder, { recursive: true });
});
