/** What an administrator has set, as a user meets it: said and read-only in Settings, and refused where it is tried. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chart } from './demo-steps.ts';
import { expect, projectRoot, test } from './fixtures.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'meterscope-policy-'));
const file = path.join(folder, 'policy.json');
writeFileSync(
  file,
  JSON.stringify({
    version: 1,
    services: { allowed: ['https://utility.example'] },
    proxy: { mode: 'manual', address: 'http://proxy.example:3128', except: '*.lab.example' },
    authorities: { files: [path.join(projectRoot, 'tests/fixtures/certificates/network-ca.pem')] },
    updates: { check: true, feed: 'https://updates.example/newest.json' },
    exports: { allowed: ['json'] },
    notifications: { show: false },
  }),
);

test.use({ launch: { env: { METERSCOPE_TEST_POLICY: file } } });

test('settings that an administrator has set are shown with these words, and cannot be changed', async ({ page }) => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const notice = page.getByText('Some settings are set by your administrator');
  await expect(notice).toBeInViewport();
  await expect(notice).toContainText(file);
  const notify = page.getByRole('switch', { name: 'Notify me when long tasks finish' });
  await expect(notify).toBeDisabled();
  await expect(notify).not.toBeChecked();
  const updates = page.getByRole('switch', { name: 'Check for a newer version once a day' });
  await expect(updates).toBeDisabled();
  await expect(updates).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Address to check' })).not.toBeEditable();
  await expect(page.getByText('Set by your administrator.').first()).toBeInViewport();

  await page.getByRole('tab', { name: 'Network' }).click();
  const address = page.getByRole('textbox', { name: 'Address of the proxy' });
  await expect(address).toHaveValue('http://proxy.example:3128');
  await expect(address).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: 'Exceptions' })).not.toBeEditable();
  await expect(page.getByRole('radio', { name: 'None' })).toBeDisabled();
  await expect(page.getByText('Set by your administrator, but for the user name.')).toBeInViewport();
  for (const name of ['Those that come with the program', 'Those that the system trusts']) {
    await expect(page.getByRole('switch', { name })).toBeDisabled();
  }
  await expect(page.getByRole('button', { name: 'Remove Meterscope network authority' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a PEM file…' })).toHaveCount(0);
  // The name with which a person signs in to that proxy is their own.
  await page.getByRole('textbox', { name: 'User name' }).fill('anna');
  await page.getByRole('button', { name: 'Save the proxy' }).click();
  await expect(page.getByText('The proxy was saved.')).toBeVisible();
});

test('a new workspace begins with the one service that is allowed, and takes no other @page', async ({ page }) => {
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await page.getByRole('menuitem', { name: 'New workspace …' }).click();
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await expect(address).toHaveValue('https://utility.example');
  await expect(page.getByText('Allowed are https://utility.example. Set by your administrator.')).toBeInViewport();
  await address.fill('https://other.example');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Other');
  await page.getByRole('button', { name: 'Create the workspace' }).click();
  await expect(
    page.getByText('The service https://other.example is not allowed on this computer.').first(),
  ).toBeVisible();
});

test('exports that are not allowed are said to be so, and what is allowed is written', async ({ program }) => {
  const { page } = program;
  await chart(program);
  await page.getByRole('button', { name: 'Save the picture: Load profile' }).click();
  const picture = page.getByRole('menuitem', { name: /As PNG/ });
  await expect(picture).toBeDisabled();
  await expect(picture).toContainText('Not allowed. Set by your administrator.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await expect(dialog.getByRole('radio', { name: 'Parquet' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await expect(dialog.getByText('Not allowed. Set by your administrator.').first()).toBeInViewport();
  await dialog.getByRole('radio', { name: 'JSON' }).check();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
});
