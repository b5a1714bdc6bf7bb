/** Everything that an analyst needs is reached with the keyboard alone; no pointer is used here. */
import { chart, synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';

/** So many stops may lie before something on a screen. */
const mostStops = 80;

const heading = (program: Program, name: string | RegExp) =>
  expect(program.page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Presses Tab until the focus is on what is looked for; every stop has to be visible. */
async function tabTo(program: Program, role: string, name: RegExp): Promise<void> {
  const { page } = program;
  await expect(page.getByRole(role as 'button', { name }).first()).toBeVisible(); // any role, by its name
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const found = page.getByRole(role as 'button', { name }).and(focused); // as above
    if ((await found.count()) > 0) return;
  }
  throw new Error(`${mostStops} times Tab, and the focus was never on a ${role} named ${name}.`);
}

/** Runs an action of the palette by its name. */
async function command(program: Program, words: string): Promise<void> {
  const { page } = program;
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Meter number, name, uid, or what to do')).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.locator('[data-action][data-selected]').filter({ hasText: words })).toBeVisible();
  await page.keyboard.press('Enter');
  // It fades out, and is a dialog until then.
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('palette, authorizations, a meter and its tabs, files, jobs, events and support by keys alone', async ({
  program,
}) => {
  const { page } = program;
  const profile = await chart(program);
  await command(program, 'Jobs');
  await synced(program);
  await command(program, 'Authorizations');
  await heading(program, 'Authorizations');
  await tabTo(program, 'grid', /^authorizations$/);
  await page.keyboard.press('Enter');
  await tabTo(program, 'grid', /^meters$/);
  await page.keyboard.press('Enter');
  await expect(profile).toBeVisible();

  for (const [key, name] of [
    ['4', 'Heat map'],
    ['6', 'Patterns'],
    ['2', 'Totals'],
    ['5', 'Compare'],
    ['7', 'Coverage'],
    ['8', 'Readings'],
    ['9', 'Blocks'],
    ['0', 'Power quality'],
    ['1', 'Load profile'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  }
  await tabTo(program, 'tab', /^Load profile$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Totals' })).toBeFocused();
  await page.keyboard.press('1');
  await tabTo(program, 'application', /^Load profile/);
  // Only what is drawn can be picked.
  await expect(profile.locator('[data-series]').first()).toHaveAttribute('data-points', /[1-9]/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(program, 'link', /^Raw XML and request$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Entry as received' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(profile).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await heading(program, 'Files');
  await tabTo(program, 'button', /^Open files$/);

  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await heading(program, 'Jobs');
  await tabTo(program, 'button', /^Fetch what is new$/);

  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await heading(program, 'Events');
  await page.keyboard.press('/');
  await expect(page.locator('main input:focus')).toBeVisible();
  await page.keyboard.press('Escape');

  await command(program, 'Test submissions');
  await heading(program, 'Test submissions');
  await tabTo(program, 'button', /./);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Go to Events');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
