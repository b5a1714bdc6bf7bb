import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  changeSettings,
  customerDecides,
  giveAllSecrets,
  giveSecret,
  makeWorkspace,
  startAuthorization,
  told,
} from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';

test('an address with too much of a path, or with a password, is not taken; the right one is a click away @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  const base = simulator.bootstrap.base_url;
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await page.getByRole('menuitem', { name: 'New workspace …' }).click();
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await address.fill('https://anna:s3cret@utility.example');
  await address.blur();
  await expect(page.getByText('The address holds a user name or a password', { exact: false })).toBeVisible();
  await address.fill(`${base}/api/v2`);
  await address.blur();
  await expect(page.getByText('The address goes on into one of the APIs (/api/v2)', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: `Use ${base}`, exact: true }).click();
  await expect(address).toHaveValue(base);
  await expect(page.getByText('A Green Button API answers and asks for a token.')).toBeVisible();
});

test('setup, a customer who allows, and a sync with that access', async ({ program, simulator }) => {
  test.slow();
  const { page } = program;
  await makeWorkspace(program, simulator, 'North Power');
  if (program.kind === 'browser') {
    // The key file is weak: the user is asked before anything is written.
    await expect(page.getByText('How should tokens and passwords be kept?')).toBeVisible();
  }
  // Each part is looked at as it is entered, beside it and in the list of what works.
  await giveAllSecrets(program, simulator);
  const api = page.getByRole('article', { name: 'API token', exact: true });
  await expect(api.getByText('Accepted.', { exact: false })).toBeVisible();
  await expect(page.getByText('The service says that it works normally.')).toBeVisible();
  await expect(page.getByText('No customer has authorized yet.')).toBeVisible();

  const url = await startAuthorization(program);
  const user = `${simulator.bootstrap.test_prefix}_TEST_residential`;
  const tab = await customerDecides(url, user, 'allow');
  expect(tab.text).toContain('You can close this tab');
  await expect(page.getByText(/Authorization \S+ can be synced now/)).toBeVisible();
  await expect(page.getByRole('article', { name: /^access_token of authorization/ })).toBeVisible();

  await startSync(program);
  await page.getByRole('link', { name: 'Meters', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible({ timeout: 240_000 });
});

test('a customer who declines, a wrong state, a replayed answer, a cancelled sign-in', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await makeWorkspace(program, simulator, 'South Gas');
  await giveAllSecrets(program, simulator);
  const user = `${simulator.bootstrap.test_prefix}_TEST_residential`;

  const denied = await customerDecides(await startAuthorization(program), user, 'deny');
  expect(denied.text).toContain('declined');
  await expect(page.getByText('The customer declined. Nothing was authorized.')).toBeVisible();

  const url = await startAuthorization(program);
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
  expect((await fetch(`${redirect}?code=stolen&state=guessed`)).status).toBe(400);
  await expect(page.getByText(/does not belong to this sign-in/)).toBeVisible();
  const allowed = await customerDecides(url, user, 'allow');
  await expect(page.getByText(/can be synced now/)).toBeVisible();
  const replayed = await fetch(allowed.address);
  expect(replayed.status).toBe(410);
  expect(await replayed.text()).toContain('Each answer counts once');

  await startAuthorization(program);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('The authorization was cancelled.')).toBeVisible();
});

test('an expired code, a wrong client_secret, a refused token, and each says what to do @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await makeWorkspace(program, simulator, 'West Water');
  await giveAllSecrets(program, simulator);
  const user = `${simulator.bootstrap.test_prefix}_TEST_residential`;
  const url = await startAuthorization(program);
  // The code is minted, and an hour passes before the browser brings it.
  const page1 = new URL(url);
  const consent = await fetch(page1.origin + page1.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...page1.searchParams, ['username', user], ['decision', 'allow']]),
  });
  await simulator.control('POST', 'clock', { advance_s: 3600 });
  await fetch(consent.headers.get('location') ?? '');
  await expect(page.getByText(/The service did not accept the code/)).toBeVisible();

  await giveSecret(program, 'client_secret', 'wrong-secret');
  const client = page.getByRole('article', { name: 'client_access_token', exact: true });
  await client.getByRole('button', { name: 'Test' }).click();
  await expect(client.getByText(/does not accept this client_id and client_secret/)).toBeVisible();

  // A token of another class in the place of the registration token: 403, called by its name.
  const registration = page.getByRole('article', { name: 'registration_access_token', exact: true });
  await registration.getByRole('button', { name: 'Replace' }).click();
  await giveSecret(program, 'registration_access_token', simulator.bootstrap.authorizations[0]?.access_token ?? '');
  await registration.getByRole('button', { name: 'Test' }).click();
  await expect(registration.getByText(/not the correct class/)).toBeVisible();
  await expect(registration.getByText('refused', { exact: true })).toBeVisible();

  // A token that nobody knows: 401.
  const api = page.getByRole('article', { name: 'API token', exact: true });
  await api.getByRole('button', { name: 'Replace' }).click();
  await giveSecret(program, 'API token', 'not-a-token-of-the-service');
  await api.getByRole('button', { name: 'Test' }).click();
  await expect(api.getByText(/Failed/)).toBeVisible();
});

test('what works is said of the saved address only @page', async ({ program, simulator }) => {
  const { page } = program;
  await makeWorkspace(program, simulator, 'Moved Power');
  await giveSecret(program, 'API token', simulator.bootstrap.api_token);
  const works = page.getByRole('region', { name: 'What works' });
  await expect(works.getByText('Accepted.', { exact: false })).toBeVisible();

  // Nothing listens there. Saved straight from the field, which the address leaves then.
  await changeSettings(program, () => page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9'));
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(works).toBeVisible();
  // At once: what was found at the old address does not stand there until the answer comes.
  expect(await works.getByText('Accepted.', { exact: false }).count()).toBe(0);
  await expect(works.locator('[data-state="failed"]').first()).toBeVisible();
  expect(await works.getByText('Accepted.', { exact: false }).count()).toBe(0);
});

test('a number that is too large is saved as the largest, as its field shows it @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await makeWorkspace(program, simulator, 'Slow Power');
  const every = page.getByRole('textbox', { name: 'Fetch every (s)' });
  const openMore = () => page.getByRole('button', { name: 'Addresses, OAuth details and intervals' }).click();
  await changeSettings(program, async () => {
    await openMore();
    await every.fill('700000');
  });
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await openMore();
  await expect(every).toHaveValue(/^604,?800$/);
});

test('an expired access_token renews itself, with a refresh token that works once', async ({ program, simulator }) => {
  const { page } = program;
  await makeWorkspace(program, simulator, 'East Power');
  await giveAllSecrets(program, simulator);
  const user = `${simulator.bootstrap.test_prefix}_TEST_residential`;
  await customerDecides(await startAuthorization(program), user, 'allow');
  const card = page.getByRole('article', { name: /^access_token of authorization/ });
  for (let round = 0; round < 2; round += 1) {
    await simulator.control('POST', 'clock', { advance_s: 7200 });
    await card.getByRole('button', { name: 'Test' }).click();
    await expect(card.getByText('Accepted.', { exact: false })).toBeVisible();
    await told(program, 'A new access_token was fetched.', () => card.getByRole('button', { name: 'Renew' }).click());
  }
});

test('settings are kept over a restart; a workspace is saved whole, then deleted, and leaves nothing', async ({
  program,
  simulator,
}) => {
  test.slow();
  await makeWorkspace(program, simulator, 'Old Power');
  await giveAllSecrets(program, simulator);
  await customerDecides(
    await startAuthorization(program),
    `${simulator.bootstrap.test_prefix}_TEST_residential`,
    'allow',
  );
  await syncNow(program);
  await program.restart();
  const { page } = program;
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await page.getByRole('menuitem', { name: /Old Power/ }).click();
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(simulator.bootstrap.base_url);
  await page.getByRole('button', { name: 'Delete the workspace …' }).click();
  const readings = await saveEverything(program);
  expect(readings).toBeGreaterThan(1000);
  await page.getByRole('textbox', { name: /to confirm/ }).fill('Old Power');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('Old Power was deleted.')).toBeVisible();
  expect(existsSync(path.join(program.data, 'workspaces', 'old-power'))).toBe(false);
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await expect(page.getByRole('menuitem', { name: /Old Power/ })).toHaveCount(0);
});

/** Begins to fetch everything that was authorized. The screen before has a button that fetches too, a token. */
async function startSync({ page }: Program): Promise<void> {
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
}

/** Fetches everything that was authorized, and waits until that is done. */
async function syncNow(program: Program): Promise<void> {
  await startSync(program);
  const newest = program.page.locator('[data-job]').first();
  await expect(newest).toHaveAttribute('data-state', 'done', { timeout: 240_000 });
}

/** Takes the offer of the dialog, and answers how many readings the copy has. */
async function saveEverything(program: Program): Promise<number> {
  const { page } = program;
  const target = path.join(program.data, 'saved-by-test');
  await program.electron?.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  const remove = page.getByRole('button', { name: 'Delete it' });
  await page.getByRole('textbox', { name: /to confirm/ }).fill('Old Power');
  // Nothing was decided about a copy.
  await expect(remove).toBeDisabled();
  await page.getByRole('button', { name: 'Save everything first …' }).click();
  const saved = page.getByText('Everything was saved in');
  await expect(saved).toBeVisible({ timeout: 240_000 });
  await expect(remove).toBeEnabled();
  const folder = (await saved.locator('code').textContent()) ?? '';
  if (program.electron) expect(folder).toBe(target);
  for (const name of ['readings', 'store.duckdb', 'raw', 'workspace.json']) {
    expect(existsSync(path.join(folder, name)), name).toBe(true);
  }
  expect(await readdir(path.join(folder, 'raw'))).not.toEqual([]);
  const settings = JSON.parse(await readFile(path.join(folder, 'workspace.json'), 'utf8'));
  expect(settings).toMatchObject({ name: 'Old Power' });
  const store = await DuckDBInstance.create(path.join(folder, 'store.duckdb'), { access_mode: 'READ_ONLY' });
  const connection = await store.connect();
  const count = await connection.runAndReadAll('SELECT count(*) FROM readings');
  connection.closeSync();
  store.closeSync();
  return Number(count.getRows()[0]?.[0]);
}
