/** The pre-check of documents: from a file, an answer and an authorization; its result, and copies without names. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wholeFeed } from '../fixtures/whole-feed.ts';
import { openText } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo, saveAs } from './support-steps.ts';

/** Entry 2 has no title, and no reading a cost. */
const BROKEN = wholeFeed('UsageSummary').replace('<title>Entry 2</title>', '').replaceAll('<cost>12</cost>', '');

/** Opens a document into the program, and its pre-check from the list of files. */
async function checkOpened(program: Program, name: string, text: string): Promise<void> {
  await openText(program, name, text);
  const { page } = program;
  await expect(page.getByText(/Opened 1 of 1 file/)).toBeVisible({ timeout: 60_000 });
  await goTo(program, '/w/files/files');
  await page.getByRole('row', { name: new RegExp(name) }).getByRole('link', { name: 'Pre-check' }).click();
  await expect(page.getByTestId('check-summary')).toBeVisible({ timeout: 60_000 });
}

test('a file: the summary, a failure with its XML, the profile, and what is saved', async ({ program }) => {
  test.setTimeout(240_000);
  const { page } = program;
  await checkOpened(program, 'broken.xml', BROKEN);
  await page.screenshot({ path: '/tmp/wt/shot1.png' });
});
