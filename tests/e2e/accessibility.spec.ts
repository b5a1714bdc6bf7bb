/** WCAG 2.2 AA, by axe, of the screens that no other spec looks at: setup, tokens, settings, about. Light and dark. */
import { giveAllSecrets, makeWorkspace } from './connection-steps.ts';
import { expect, test } from './fixtures.ts';
import { accessible } from './support-steps.ts';

test('setting up a workspace, its tokens and its settings, and deleting it @page', async ({ program, simulator }) => {
  test.setTimeout(300_000);
  const { page } = program;
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await page.getByRole('menuitem', { name: 'New workspace …' }).click();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible();
  await accessible(program);
  // With a finding that is bad.
  await page.getByRole('textbox', { name: 'Base URL' }).fill('http://utility.example');
  await expect(page.getByText(/https/).first()).toBeVisible();
  await accessible(program);
  await page.goBack();

  await makeWorkspace(program, simulator, 'North Power');
  await accessible(program);
  await giveAllSecrets(program, simulator);
  await page.getByRole('button', { name: 'Test this connection' }).click();
  await expect(page.getByText('The service says that it works normally.')).toBeVisible();
  await accessible(program);
  await page.getByRole('button', { name: /Authorize in the browser|Only create the link/ }).first();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible();
  await accessible(program);
  await page.getByRole('button', { name: 'Delete the workspace …' }).click();
  await expect(page.getByText('This deletes', { exact: false })).toBeVisible();
  await accessible(program);
});

test('settings of the program, and about @page', async ({ program }) => {
  test.setTimeout(300_000);
  const { page } = program;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  // By key: its parts lie on top of each other, and a forced click would not wait until they stand still.
  await page.getByRole('switch', { name: /^Check for a newer version/ }).press('Space');
  await expect(page.getByRole('textbox', { name: 'Address to check' })).toBeVisible();
  await accessible(program);
  for (const [name, shown] of [
    ['Appearance', 'High contrast'],
    ['Network', 'Certificate authorities'],
    ['Keys', 'Keyboard shortcuts'],
    ['Data', 'Location'],
    ['Privacy', 'What leaves this computer'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    await accessible(program);
  }
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByText('Start-up time')).toBeVisible();
  await accessible(program);
});
