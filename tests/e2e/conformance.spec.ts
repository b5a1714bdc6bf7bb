/** The pre-check of documents: from a file, an answer and an authorization; its result, and copies without names. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { wholeFeed } from '../fixtures/whole-feed.ts';
import { barriers } from './barriers.ts';
import { openText } from './explorer-files.ts';
import { expect, type Program, screenshotForReadme, test } from './fixtures.ts';
import { accessible, clipboardText, dropFile, goTo, saveAs } from './support-steps.ts';

/** A meter reading has no title, another no self link. */
const BROKEN = wholeFeed('UsageSummary')
  .replace('<title>Entry 2</title>', '')
  .replace(/<link rel="self" href="[^"]*\/MeterReading\/2"\/>/, '')
  .replaceAll('><', '>\n<');

/** Opens a document into the program, and its pre-check from the list of files. */
async function checkOpened(program: Program, name: string, text: string): Promise<void> {
  await openText(program, name, text);
  const { page } = program;
  await expect(page.getByText(/Opened 1 of 1 file/)).toBeVisible({ timeout: 60_000 });
  await goTo(program, '/w/files/files');
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name: 'Pre-check' })
    .click();
  await expect(page.getByTestId('check-summary')).toBeVisible({ timeout: 60_000 });
}

const tests = (program: Program) => program.page.getByRole('grid', { name: 'tests' });

/** Writes a document into the test's own folder. */
async function written(program: Program, name: string, text: string): Promise<string> {
  const folder = path.join(program.data, 'made');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

test('a file: the summary, a failure with its XML lit, and all of it in the address', async ({ program }) => {
  test.setTimeout(240_000);
  const { page } = program;
  await checkOpened(program, 'broken.xml', BROKEN);
  await expect(page.getByTestId('check-summary')).toContainText('Requirements are broken');
  await expect(page.getByTestId('check-summary')).toContainText('inferred from the content');
  await expect(page.getByTestId('check-summary')).toContainText('not a certification');
  await expect(page.getByTestId('checked-document')).toContainText('broken.xml');
  const blocks = page.getByRole('region', { name: 'Function blocks' });
  await expect(blocks.locator('[data-block="FB_04"]')).toContainText('fail');
  await expect(blocks.locator('[data-block="FB_15"]')).toContainText('pass');

  // A failure: where it is, what is asked for, the cure, and its XML with the place in the document.
  await expect(tests(program).getByText('D019')).toBeVisible();
  await expect(tests(program).getByText('D020')).toBeVisible();
  await tests(program).getByText('D021').click();
  const detail = page.getByRole('region', { name: 'Test D021' });
  await expect(detail).toContainText('The self link of every MeterReading entry is its own');
  await expect(detail).toContainText('What to do: Give every entry one self link');
  await expect(detail).toContainText('The book as written:');
  await expect(detail.getByTestId('place')).toContainText(/1 of 1: entry \d+, line \d+/);
  const line = Number(
    /line ([\d,]+)/.exec((await detail.getByTestId('place').textContent()) ?? '')?.[1]?.replace(',', ''),
  );
  const lit = detail.locator('[data-lit]');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('<entry>');
  await expect(lit.locator('.ms-xml-number')).toHaveText(String(line));
  expect(BROKEN.split('\n')[line - 1]).toBe('<entry>');
  await screenshotForReadme(program, 'pre-check');
  await accessible(program);

  // By block and severity; what is looked at is in the address, and survives a reload.
  await blocks.locator('[data-block="FB_05"]').click();
  await expect(page.getByText('No test fails here')).toBeVisible();
  await page.getByText('All tests', { exact: true }).click();
  await expect(tests(program).getByText('D078')).toBeVisible();
  await expect(tests(program).getByText('D019')).toHaveCount(0);
  await expect.poll(() => page.url()).toMatch(/source=.*block=FB_05|block=FB_05.*source=/);
  if (program.kind === 'browser') {
    await page.reload();
    await expect(tests(program).getByText('D078')).toBeVisible({ timeout: 60_000 });
  }

  // What no document can show is said, not left out.
  await blocks.locator('[data-block="FB_01"]').click();
  await page.getByRole('textbox', { name: 'Search tests' }).fill('not checkable');
  await expect(tests(program).getByText('not checkable here').first()).toBeVisible();
  await expect(tests(program).getByText('Repeatable UUIDs').first()).toBeVisible();

  // Another demand, by keyboard: the profile asks for what a document cannot show, and for validity by the schemas.
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: 'Download My Data, ESPI 4.0' }).click();
  await expect(blocks.locator('[data-block="FB_30"]')).toContainText('not checkable here');
  await expect(blocks.locator('[data-block="FB_30"]')).toContainText('asked for');
  await expect.poll(() => page.url()).toContain('profile=dmd-4.0');
});

test('what is saved and copied, and a copy without names', async ({ program }) => {
  test.setTimeout(240_000);
  const { page } = program;
  await checkOpened(
    program,
    'secret-person.xml',
    BROKEN.replace('<title>Entry 1</title>', '<title>Ada Lovelace</title>'),
  );
  const menu = page.getByRole('button', { name: 'Save the result' });
  const saved = async (item: string, name: string) => {
    await menu.click();
    const file = await saveAs(program, item, name, /^pre-check-secret-person\./, 'menuitem');
    return await readFile(file, 'utf8');
  };
  const [report] = JSON.parse(await saved('Save as JSON', 'result.json'));
  expect(report).toMatchObject({ file: 'secret-person.xml', ok: true, error: null });
  expect(report.tests.find(({ id }: { id: string }) => id === 'D019')).toMatchObject({ verdict: 'fail' });
  expect(await saved('Save as JUnit', 'result.junit.xml')).toContain('<testcase classname="FB_04" name="D019:');
  const html = await saved('Save as HTML', 'result.html');
  expect(html).toContain('<mark>&lt;entry&gt;</mark>');
  if (program.kind === 'browser') {
    const reader = await page.context().newPage();
    await reader.goto(pathToFileURL(path.join(program.data, 'result.html')).href);
    for (const details of await reader.locator('details').all()) {
      await details.evaluate((one) => one.setAttribute('open', ''));
    }
    expect(await barriers(reader)).toEqual([]);
    await reader.close();
  }

  await page.getByRole('button', { name: 'Anonymise …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save an anonymised copy' });
  await expect(dialog).toContainText('Replaced: names, postal and e-mail addresses');
  await expect(dialog).toContainText('Stays: times, readings and amounts');
  await accessible(program);
  const chosen = path.join(program.data, 'copy.xml');
  if (program.electron) {
    await program.electron.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = async () => ({ canceled: false, filePath });
    }, chosen);
  }
  await dialog.getByRole('button', { name: 'Save the copy' }).click();
  await expect(dialog).toContainText('The pre-check of the copy is equal', { timeout: 60_000 });
  await expect(dialog).toContainText('All 146 tests come to the same');
  const place = /Saved (.*?\.xml)/.exec((await dialog.textContent()) ?? '')?.[1] ?? '';
  const copy = await readFile(place, 'utf8');
  expect(copy).not.toContain('Lovelace');
  expect(copy).toContain('<IntervalReading>');
});

test('a file that is chosen or dropped is looked at, and not opened into the program; what is no XML says so', async ({
  program,
}) => {
  test.setTimeout(240_000);
  const { page } = program;
  const file = await written(program, 'cut.xml', BROKEN.slice(0, 2000));
  await goTo(program, '/w/demo/check');
  await expect(page.getByRole('heading', { level: 1, name: 'Pre-check' })).toBeVisible();
  await accessible(program);
  const press = () => page.getByRole('button', { name: 'Pre-check a file' }).click();
  const choose = async (chosen: string, start = press) => {
    if (program.electron) {
      await program.electron.evaluate(({ dialog }, filePath) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
      }, chosen);
      await start();
    } else {
      const chooser = page.waitForEvent('filechooser');
      await start();
      await (await chooser).setFiles([chosen]);
    }
  };
  await choose(file);
  await expect(page.getByRole('heading', { name: 'This document cannot be judged' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('not_well_formed')).toBeVisible();
  await accessible(program);
  await page.getByRole('link', { name: 'Documents' }).click();
  await choose(await written(program, 'good.xml', wholeFeed('UsageSummary')));
  await expect(page.getByTestId('check-summary')).toContainText('No requirement is broken', { timeout: 60_000 });

  // Dropped on the result of another one, it takes its place; what drops on other screens is opened.
  await dropFile(program, await written(program, 'dropped.xml', BROKEN));
  await expect(page.getByTestId('checked-document')).toContainText('dropped.xml', { timeout: 60_000 });
  await expect(page.getByTestId('check-summary')).toContainText('Requirements are broken');
  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect
    .poll(() => clipboardText(program))
    .toMatch(/pre-check of dropped\.xml\*\*.*\*\*D019\*\* \(FB_04\) fails 1 of/s);
  await goTo(program, '/w/files/files');
  await expect(page.getByText('No files opened yet')).toBeVisible();

  // From the palette, on any screen.
  await choose(file, async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Pre-check a Green Button file');
    await expect(page.locator('[data-action][data-selected]')).toContainText('Pre-check a Green Button file');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { name: 'This document cannot be judged' })).toBeVisible({ timeout: 60_000 });

  // A large one says how far its copy is, and can be told to stop: nothing of the copy is left then.
  const readings = BROKEN.slice(BROKEN.indexOf('<entry>'), BROKEN.lastIndexOf('</feed>'));
  const large = BROKEN.replace('</feed>', `${readings.repeat(Math.ceil(40e6 / readings.length))}</feed>`);
  await dropFile(program, await written(program, 'large.xml', large));
  await expect(page.getByTestId('check-summary')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Anonymise …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save an anonymised copy' });
  const copies = path.join(program.data, 'copies');
  await mkdir(copies);
  if (program.electron) {
    await program.electron.evaluate(
      ({ dialog: native }, filePath) => {
        native.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      path.join(copies, 'copy.xml'),
    );
  }
  await dialog.getByRole('button', { name: 'Save the copy' }).click();
  await expect(dialog.getByRole('status')).toContainText(/copy: [\d.]+ MB of [\d.]+ MB/, { timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Cancelled. Nothing was written.');
  expect(await readdir(program.electron ? copies : path.join(program.data, 'exports'))).toEqual([]);
});

test('an answer of the service, from its authorization and from the resource browser @page', async ({ program }) => {
  test.setTimeout(240_000);
  const { page } = program;
  await goTo(program, '/w/demo/authorizations');
  await page.getByRole('grid', { name: 'authorizations' }).getByRole('row').nth(1).click();
  await page.locator('.ms-screen').getByRole('link', { name: 'Pre-check' }).click();
  await expect(page.getByText(/Answers that were fetched for authorization/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search documents' }).fill('IntervalBlock');
  await expect(page.getByRole('grid', { name: 'documents' }).getByRole('row').nth(1)).toContainText('IntervalBlock');
  await page.getByRole('grid', { name: 'documents' }).getByRole('row').nth(1).click();
  await expect(page.getByTestId('check-summary')).toContainText('function blocks', { timeout: 60_000 });
  await expect(page.getByTestId('checked-document')).toContainText('/espi/');
  const first = tests(program).getByRole('row').nth(1);
  await first.click();
  await expect(page.getByRole('region', { name: 'The XML that fails' })).toBeVisible({ timeout: 60_000 });

  await goTo(program, '/w/demo/resources?path=/ReadServiceStatus');
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 60_000 });
  await page.locator('.ms-screen').getByRole('link', { name: 'Pre-check' }).click();
  await expect(page.getByTestId('check-summary')).toContainText('Nothing was judged', { timeout: 60_000 });
});
