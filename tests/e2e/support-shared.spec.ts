/** A run given to others as one HTML page: it opens by itself, in any browser, with nothing that could run in it. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { barriers } from './barriers.ts';
import { expect, type Program, test } from './fixtures.ts';
import { fire, openDesk, saveAs, saveNote } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'], env: { METERSCOPE_VERDICT_QUIET_MS: '3000' } } });

/** Presses "Save as HTML" and answers the file. */
const saved = (program: Program, name: string) => saveAs(program, 'Save as HTML', name, /^meterscope-.*\.html$/);

test('a run is saved with its note, and reads well in light, in dark and on paper', async ({ program, simulator }) => {
  test.slow();
  const { page } = program;
  await fire(program, 'badlogin_after');
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  await saveNote(program, '<img src=x onerror="document.title=1"> seen twice');
  const file = await saved(program, 'run.html');

  const text = await readFile(file, 'utf8');
  expect(text).toContain('&lt;img src=x');
  expect(text).not.toContain(simulator.bootstrap.api_token);
  expect(text).toContain(`<dd>${simulator.bootstrap.api_base}</dd>`);
  expect(text).toContain('/test-submit → 200');
  // The uids that the screen shows stay, or the file would say nothing.
  const { meters } = await page.evaluate(() => ({ meters: document.querySelector('main')?.textContent ?? '' }));
  const [, uid = 'none'] = /Meters(\d+)/.exec(meters) ?? [];
  expect(text).toContain(`<td>${uid}</td>`);

  // The program's window opens no files; a tab beside it does.
  if (program.kind !== 'browser') return;
  const reader = await page.context().newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  const complaints: string[] = [];
  reader.on('console', (message) => complaints.push(message.text()));
  await reader.goto(pathToFileURL(file).href);
  await expect(reader).toHaveTitle('badlogin_after: pass');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/^badlogin_after at /);
  await expect(reader.getByText('Everything came as it must, and for the reason that it must.')).toBeInViewport();
  await expect(reader.getByText('seen twice')).toBeVisible();
  await expect(reader.locator('script, img, link, iframe')).toHaveCount(0);
  for (const look of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
    await reader.emulateMedia(look);
    expect(await barriers(reader), JSON.stringify(look)).toEqual([]);
    // Nothing is wider than the page.
    expect(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(complaints).toEqual([]);
  await reader.close();
});

test('so is a batch, with all verdicts first @page', async ({ program }) => {
  const { page } = program;
  await openDesk(program);
  await page.getByLabel('Seconds between two submissions').fill('0.2');
  await page.getByRole('grid', { name: 'scenarios' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Run the selected' }).click();
  await expect(page.getByTestId('batch-verdict')).toHaveText('2 of 2 passed', { timeout: 60_000 });
  const text = await readFile(await saved(program, 'batch.html'), 'utf8');
  expect(text).toContain('<h1>2 of 2 test submissions passed</h1>');
  expect(text.match(/<article id="run-/g)).toHaveLength(2);
});
