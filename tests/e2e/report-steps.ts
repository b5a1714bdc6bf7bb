/** What specs of reports share. */
import { readFile } from 'node:fs/promises';
import type { Program } from './fixtures.ts';
import { expect } from './fixtures.ts';
import { saveAs } from './support-steps.ts';

/** The report on paper: by the program where it can print, else as the browser prints it. */
export async function printed(program: Program): Promise<Buffer> {
  const { page } = program;
  if (program.electron) return await readFile(await saveAs(program, 'Save as PDF', 'report.pdf', /report\.pdf$/));
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print, or save as PDF' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  return await page.pdf({ preferCSSPageSize: true, printBackground: true });
}
