/** The pre-check of the service: what it reads, what it asks for before it changes something, its result and its requests. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { barriers } from './barriers.ts';
import { makeLiveWorkspace } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, clipboardText, goTo, saveAs } from './support-steps.ts';

async function openService(program: Program): Promise<void> {
  await goTo(program, '/w/demo/check');
  await program.page.getByRole('tab', { name: 'Service' }).click();
  await expect(program.page.getByRole('button', { name: 'Check the service' })).toBeVisible({ timeout: 60_000 });
}

/** Waits for the step that asks, and answers it. */
async function answer(program: Program, step: string, button: 'Do it' | 'Leave it out'): Promise<void> {
  const asks = program.page.getByRole('alert').filter({ hasText: `This changes something: ${step}` });
  await expect(asks).toBeVisible({ timeout: 120_000 });
  await asks.getByRole('button', { name: button }).click();
}

test('it reads, asks before each change, and every test leads to its requests', async ({ program }) => {
  test.setTimeout(300_000);
  const { page } = program;
  await openService(program);
  await expect(page.getByText('It asks again before each of these.')).toBeVisible();
  for (const name of ['Make an authorization', 'Have notifications sent', 'Renew an access_token']) {
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  }
  await accessible(program);
  await page.getByRole('button', { name: 'Check the service' }).click();
  await expect(page.getByRole('alert')).toContainText('Make an authorization', { timeout: 120_000 });
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('Every address with wrong tokens');
  await accessible(program);
  await answer(program, 'Make an authorization', 'Do it');
  await answer(program, 'Have notifications sent', 'Do it');
  await answer(program, 'Renew an access_token', 'Do it');
  await expect(page.getByRole('alert')).toContainText('It is authorization');
  await answer(program, 'Revoke an authorization', 'Leave it out');
  await expect(page.getByTestId('check-summary')).toContainText('No requirement is broken', { timeout: 60_000 });
  await expect(page.locator('[data-block="FB_03"]')).toContainText('pass');
  await expect(page.locator('[data-block="FB_39"]')).toContainText('pass');

  // What was left out says so; TLS of this computer cannot be judged.
  await page.getByText('All tests', { exact: true }).click();
  const tests = page.getByRole('grid', { name: 'tests' });
  await page.getByRole('textbox', { name: 'Search tests' }).fill('OAD016');
  await tests.getByText('OAD016').click();
  await expect(page.getByRole('region', { name: 'Test OAD016' })).toContainText('consent to "Revoke an authorization"');
  await page.getByRole('textbox', { name: 'Search tests' }).fill('OAD009');
  await tests.getByText('OAD009').click();
  const detail = page.getByRole('region', { name: 'Test OAD009' });
  await expect(detail).toContainText('Expected: 401 or 403 for each other class');
  await expect(detail).toContainText('with no token');
  await accessible(program);

  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect
    .poll(() => clipboardText(program))
    .toMatch(/^\*\*Green Button pre-check of the service http.*- FB_03 .*: \*\*pass\*\*.*not a certification/s);

  const saved = async (item: string, name: string) => {
    await page.getByRole('button', { name: 'Save the result' }).click();
    return await readFile(await saveAs(program, item, name, /^pre-check-service\./, 'menuitem'), 'utf8');
  };
  const [report] = JSON.parse(await saved('Save as JSON', 'service.json'));
  expect(report.tests.find(({ id }: { id: string }) => id === 'OAD013')).toMatchObject({ verdict: 'pass' });
  expect(await saved('Save as JUnit', 'service.junit.xml')).toContain('<testcase classname="FB_03" name="FND002:');
  expect(await saved('Save as HTML', 'service.html')).toContain('Green Button pre-check of the service');
  if (program.kind === 'browser') {
    const reader = await page.context().newPage();
    await reader.goto(pathToFileURL(path.join(program.data, 'service.html')).href);
    expect(await barriers(reader)).toEqual([]);
    await reader.close();
  }

  await detail.getByRole('link', { name: 'Its request' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Request log' })).toBeVisible();
  await expect(page.getByText('Check: Usage batch of one authorization with an unknown token').first()).toBeVisible({
    timeout: 60_000,
  });
  await page.keyboard.press('Escape');
  await page
    .locator('.ms-screen')
    .getByRole('link', { name: /^Check of the service/ })
    .first()
    .click();
  await expect(page.getByTestId('check-summary')).toContainText('No requirement is broken');
});

test('it can be cancelled, also while it asks @page', async ({ program }) => {
  test.setTimeout(300_000);
  const { page } = program;
  await openService(program);
  await page.getByRole('button', { name: 'Check the service' }).click();
  await expect(page.getByRole('alert')).toContainText('Make an authorization', { timeout: 120_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The check was cancelled; nothing was judged.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Check the service' })).toBeVisible();
});

test('nothing that changes something is chosen where the workspace is live @page', async ({ program, simulator }) => {
  test.setTimeout(300_000);
  const { page } = program;
  await makeLiveWorkspace(program, simulator, 'North Power');
  await page.getByRole('link', { name: 'Pre-check', exact: true }).click();
  await page.getByRole('tab', { name: 'Service' }).click();
  await expect(page.getByRole('checkbox', { name: 'Renew an access_token' })).toBeEnabled();
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Revoke an authorization' })).toBeDisabled();
  await expect(page.getByText('It sends one request a second')).toBeVisible();
  await accessible(program);
});

test('a client of one’s own is told where to go, and what it does wrong is found as it goes on @page', async ({
  program,
  simulator,
}) => {
  test.setTimeout(240_000);
  const { page } = program;
  const { espi_base, authorization_endpoint, client_id, redirect_uri, registration_access_token } = simulator.bootstrap;
  await goTo(program, '/w/demo/check');
  await page.getByRole('tab', { name: 'Your client' }).click();
  await expect(page.getByText(espi_base)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('meterscope service --json --watch report.json')).toBeVisible();
  await accessible(program);
  await page.getByRole('button', { name: 'Watch clients' }).click();
  await expect(page.getByTestId('check-summary')).toContainText('0 requests were watched.');

  // What the window asks is left out.
  await goTo(program, '/w/demo/resources?path=/ReadServiceStatus');
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 60_000 });
  await goTo(program, '/w/demo/check?tab=client');
  const summary = page.getByTestId('check-summary');
  await expect(summary).toContainText('0 requests were watched.');

  // Of others it is found, without a reload.
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'FB=4' });
  await fetch(`${authorization_endpoint}?${query}`);
  await fetch(`${espi_base}/Authorization`, { headers: { authorization: `Bearer ${registration_access_token}` } });
  await expect(summary).toContainText('2 requests were watched', { timeout: 20_000 });
  await expect(summary).toContainText('Requirements are broken');
  const tests = page.getByRole('grid', { name: 'tests' });
  await expect(tests.getByText('TOK.class')).toBeVisible();
  await tests.getByText('OAT002').click();
  await expect(page.getByRole('region', { name: 'Test OAT002' })).toContainText('without a state');
  await expect(page.locator('[data-block="FB_23"]')).toContainText('fail');
  await accessible(program);
  await page.getByRole('button', { name: 'Save the result' }).click();
  const file = await saveAs(program, 'Save as JUnit', 'client.junit.xml', /^pre-check-client\./, 'menuitem');
  expect(await readFile(file, 'utf8')).toContain('<testcase classname="FB_23" name="OAT002:');
  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect(async () => {
    expect(await clipboardText(program)).toMatch(
      /\*\*OAT002\*\* \(FB_23\) fails .*\n- Expected: .*\n- Came: .*without a state/,
    );
  }).toPass();

  await page.getByRole('button', { name: 'Start afresh' }).click();
  await expect(summary).toContainText('0 requests were watched.');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch clients' })).toBeVisible();
});
