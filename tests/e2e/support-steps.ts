/** Steps that the specs of the support desk share. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { barriers, WCAG } from './barriers.ts';
import { expect, type Program } from './fixtures.ts';
import { expectAlertsReadable } from './readable.ts';

/** Goes to an address of the renderer, once its start has chosen the first screen. */
export async function goTo(program: Program, address: string): Promise<void> {
  await expect(program.page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 60_000 });
  await program.page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

/** Opens the catalogue of scenarios. */
export async function openDesk(program: Program): Promise<void> {
  await goTo(program, '/w/demo/support');
  await expect(program.page.getByRole('grid', { name: 'scenarios' })).toBeVisible({ timeout: 60_000 });
}

/** Chooses a scenario in the catalogue and fires it. */
export async function fire(program: Program, scenario: string): Promise<void> {
  const { page } = program;
  await openDesk(program);
  await page.getByRole('textbox', { name: 'Search scenarios' }).fill(scenario);
  await page.getByRole('grid', { name: 'scenarios' }).getByRole('gridcell', { name: scenario, exact: true }).click();
  await page.getByRole('button', { name: `Fire ${scenario}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: scenario, exact: true })).toBeVisible();
}

/** Writes a note to the run that is shown, and waits until it is saved: while it is being saved the button is disabled as well. */
export async function saveNote({ page }: Program, note: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.locator('button:disabled:not([data-loading])', { hasText: 'Save the note' })).toBeVisible();
}

/** Presses a button that saves a file, as `name` where it was chosen, and answers its place. */
export async function saveAs(
  program: Program,
  button: string,
  name: string,
  suggested: RegExp,
  role: 'button' | 'menuitem' = 'button',
): Promise<string> {
  const { page } = program;
  const file = path.join(program.data, name);
  const press = () => page.getByRole(role, { name: button }).click();
  if (!program.electron) {
    const download = page.waitForEvent('download');
    await press();
    await (await download).saveAs(file);
    expect((await download).suggestedFilename()).toMatch(suggested);
    return file;
  }
  await program.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await press();
  await expect(page.getByText(`Saved ${file}`)).toBeVisible();
  return file;
}

/** The page of the desktop host may not read the clipboard; its main side may. */
export async function clipboardText({ page, electron }: Program): Promise<string> {
  if (electron) return await electron.evaluate(({ clipboard }) => clipboard.readText());
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** Drops a file or folder on the middle of the window, or of a part of it, as the pointer does: the host learns its path. */
export async function dropFile(
  { page }: Program,
  file: string,
  on?: { x: number; y: number; width: number; height: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const middle = await page.evaluate(() => [innerWidth / 2, innerHeight / 2]);
  const [x, y] = on ? [on.x + on.width / 2, on.y + on.height / 2] : middle;
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x ?? 0, y: y ?? 0, data });
  }
  await session.detach();
}

/** Waits until nothing fades or moves any more, and nothing shown is the answer to an earlier question. */
export async function still(page: Page): Promise<void> {
  await expect(page.locator('[data-earlier]')).toHaveCount(0);
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  );
}

/** No rule of WCAG 2.2 AA is broken on the screen, in either theme, and each alert on it can be read. */
export async function accessible(program: Program): Promise<void> {
  await expectAlertsReadable(program.page);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion nothing is caught half faded, where its colours are none of ours.
    await program.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(program.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await still(program.page);
    expect(await barriers(program.page, WCAG), colorScheme).toEqual([]);
  }
  const reducedMotion = program.kind === 'browser' ? 'reduce' : 'no-preference'; // as it was started
  await program.page.emulateMedia({ colorScheme: 'light', reducedMotion });
}
