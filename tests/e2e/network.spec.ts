/** The network setting, and the test of a connection hop by hop, as a user meets them. */
import path from 'node:path';
import { startProxy } from '../integration/company-network.ts';
import { told } from './connection-steps.ts';
import { expect, projectRoot, test } from './fixtures.ts';

const certificate = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', `${name}.pem`);

test('a proxy is entered, kept, and named where it stands in the way', async ({ program }) => {
  const { page } = program;
  const strict = await startProxy({});
  try {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Network' }).click();
    const save = page.getByRole('button', { name: 'Save the proxy' });
    await expect(save).toBeDisabled();
    // By keyboard alone.
    await page.getByRole('radio', { name: 'As the system says' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'By hand' })).toBeChecked();
    await page
      .getByRole('textbox', { name: 'Address of the proxy' })
      .fill(`http://anna:geheim@127.0.0.1:${strict.port}`);
    await told(program, 'The address holds a user name or a password', () => save.press('Enter'));
    await page.getByRole('textbox', { name: 'Address of the proxy' }).fill(`127.0.0.1:${strict.port}`);
    await page.getByRole('textbox', { name: 'Exceptions' }).fill('*.lab.example');
    await told(program, 'The proxy was saved.', () => save.press('Enter'));

    await program.restart();
    await program.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await program.page.getByRole('tab', { name: 'Network' }).click();
    await expect(program.page.getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue(
      `http://127.0.0.1:${strict.port}`,
    );

    await program.page.getByRole('button', { name: /Workspace .*; switch/ }).click();
    await program.page.getByRole('menuitem', { name: 'New workspace …' }).click();
    const address = program.page.getByRole('textbox', { name: 'Base URL' });
    await address.fill('https://utility.example');
    await address.blur();
    const refused = `The proxy 127.0.0.1:${strict.port} does not let connections to utility.example through`;
    await expect(program.page.getByText(refused, { exact: false })).toBeVisible();
    await expect(program.page.getByText('Not tried', { exact: true }).first()).toBeVisible();
    expect(strict.asked.map(({ place }) => place)).toContain('utility.example:443');
  } finally {
    await strict.close();
  }
});

test('an authority is added from its file, shown by name, and taken away again', async ({ program }) => {
  const { page } = program;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Network' }).click();
  const add = async (file: string) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a PEM file…' }).click();
    await (await chosen).setFiles(file);
  };
  await told(program, 'There is no certificate in this file', () => add(path.join(projectRoot, 'package.json')));
  await told(program, 'Added: Meterscope network authority.', () => add(certificate('network-ca')));
  const row = page.getByRole('row', { name: /Meterscope network authority/ });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Remove Meterscope network authority' }).press('Enter');
  await expect(row).toHaveCount(0);
});
