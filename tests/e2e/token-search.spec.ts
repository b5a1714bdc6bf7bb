/** Nothing but the sealed secrets ever holds a token: the program runs with known ones, then every byte is searched. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from '@playwright/test';
import { DataFiles } from '../../electron/host/data-files.ts';
import { keyFileCipher } from '../../electron/host/key-file-cipher.ts';
import { SESSION_KEY_HEADER } from '../../shared/browser-session.ts';
import type { Simulator } from '../fixtures/simulator.ts';
import { unzipped } from '../fixtures/unzipped.ts';
import { customerDecides, giveAllSecrets, makeWorkspace, startAuthorization, told } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { processesOf } from './processes.ts';

// What the first fetch writes is searched, too: of half a year, for every byte of it is read several times.
test.use({ beginsWith: 'nothing', launch: { service: ['--months', '6'] } });

/** Nothing listens there: what failed is said, and written down, without the password. */
const TEAM_SERVER = { host: '127.0.0.1', port: 1, database: 'meters', user: 'ann', sslMode: 'disable' };
const TEAM_PASSWORD = 'marked-password-of-the-team-server-0451';

test('tokens are found nowhere: data folder, stores, logs, exports, support bundle, heap of the page, command lines', async ({
  program,
  simulator,
}) => {
  test.setTimeout(900_000);
  const { page } = program;
  const { bootstrap } = simulator;
  // Tokens that the service made are as good as marked: 32 random letters each.
  const marked = new Set([
    bootstrap.api_token,
    bootstrap.registration_access_token,
    bootstrap.client_secret,
    bootstrap.webhook_secret,
    ...bootstrap.authorizations.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]),
  ]);
  const noteIssued = async () => {
    for (const token of await sealedTokens(program, 'marked')) marked.add(token);
  };
  await makeWorkspace(program, simulator, 'Marked');
  marked.add(TEAM_PASSWORD);
  if (program.kind === 'desktop') {
    await giveAllSecrets(program, simulator);
    await giveTeamServer(program);
  } else {
    // What is typed into a field has been in the page; the search of the heap is about what the program sends there.
    for (const which of ['api', 'registration', 'clientSecret', 'webhookSecret'] as const) {
      await callFromOutside(page, 'connections.setSecret', { which, secret: { value: secretOf(simulator, which) } });
    }
    // What is typed is not searched for in the page; on the disk, in the log and elsewhere it is.
    await callFromOutside(page, 'teamServer.set', { address: TEAM_SERVER });
    await callFromOutside(page, 'teamServer.setPassword', { secret: { value: TEAM_PASSWORD } });
    await callFromOutside(page, 'share.publish', {});
    await page.reload();
  }
  if (!(await hasKeychain(program))) await page.getByRole('button', { name: 'Keep them on disk anyway' }).click();
  const user = `${bootstrap.test_prefix}_TEST_residential`;
  await customerDecides(await startAuthorization(program), user, 'allow');
  await expect(page.getByText(/can be synced now/)).toBeVisible();
  await noteIssued();
  // Renewals, refusals and errors are where tokens slip into logs. A refresh token works once, so each renewal brings two.
  const card = page.getByRole('article', { name: /^access_token of authorization/ });
  for (let round = 0; round < 2; round += 1) {
    await simulator.control('POST', 'clock', { advance_s: 7200 });
    await card.getByRole('button', { name: 'Test' }).click();
    await expect(card.getByText('Accepted.', { exact: false })).toBeVisible();
    await noteIssued();
    await told(program, 'A new access_token was fetched.', () => card.getByRole('button', { name: 'Renew' }).click());
    await noteIssued();
  }
  const client = page.getByRole('article', { name: 'client_access_token', exact: true });
  await client.getByRole('button', { name: 'Test' }).click();
  await expect(client.getByText('Accepted.', { exact: false })).toBeVisible();
  await noteIssued();
  // One access and one refresh token of the sign-in, of each test and of each renewal; and a client token.
  const known = marked.size;
  expect([...marked].filter((token) => token.startsWith('ct_')).length).toBeGreaterThan(0);
  expect(known).toBeGreaterThan(4 + 2 * bootstrap.authorizations.length + 6);
  await simulator.control('POST', 'faults', { path: '**/Authorization', status: 500, body: 'html', times: 3 });
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('button', { name: 'Fetch what is new' }).click();
  await expect(page.locator('.ms-job-list [data-job]').first()).toHaveAttribute('data-state', 'done', {
    timeout: 240_000,
  });
  await exportEverything(program);
  await page.getByRole('link', { name: 'Request log' }).click();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await noteIssued();

  const all = [...marked].filter((token) => token.length > 8);
  const bundle = await supportBundle(page, program);
  expect(bundle.length).toBeGreaterThan(4);
  for (const { name, text } of bundle) expectNone(text, all, `support bundle, ${name}`);
  const heap = await heapOf(page);
  expect(heap.length).toBeGreaterThan(1_000_000);
  // A sanity check of the search itself: something that the page certainly holds.
  expect(heap).toContain('Request log');
  expectNone(heap, all, 'heap of the page');
  if (process.platform === 'linux') await searchProcesses(program, all);

  await program.restart();
  await expect(program.page.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible();
  // The stores are closed: DuckDB lets one process in.
  await program.stop();
  let searched = 0;
  const files = await filesBelow(program.data);
  for (const file of files) {
    // Written by the test itself, for the demo's embedded service.
    if (path.basename(file) === 'bootstrap-of-test.json') continue;
    const bytes = await readFile(file);
    searched += bytes.length;
    for (const text of [bytes, unpacked(bytes)])
      expectNone(text.toString('latin1'), all, path.relative(program.data, file));
  }
  expect(searched).toBeGreaterThan(100_000);
  // DuckDB and Parquet compress: what they hold is searched as rows, too.
  const stores = files.filter((file) => file.endsWith('.duckdb'));
  expect(stores.length).toBeGreaterThan(2);
  for (const file of stores) await searchStore(file, all);
  const tables = files.filter((file) => file.endsWith('.parquet'));
  expect(tables.length).toBeGreaterThan(3);
  await searchParquet(tables, all);
});

/** Where the system has a keychain, nobody is asked whether secrets are kept on disk. */
async function hasKeychain({ electron }: Program): Promise<boolean> {
  const backend = () =>
    electron?.evaluate(({ safeStorage }) =>
      !safeStorage.isEncryptionAvailable()
        ? 'none'
        : process.platform === 'linux'
          ? safeStorage.getSelectedStorageBackend()
          : 'system',
    );
  return !['none', 'basic_text', undefined].includes(await backend());
}

function expectNone(text: string, tokens: readonly string[], where: string): void {
  const found = tokens.filter((token) => text.includes(token));
  expect(found, `tokens in ${where}`).toEqual([]);
}

function secretOf({ bootstrap }: Simulator, which: 'api' | 'registration' | 'clientSecret' | 'webhookSecret'): string {
  return {
    api: bootstrap.api_token,
    registration: bootstrap.registration_access_token,
    clientSecret: bootstrap.client_secret,
    webhookSecret: bootstrap.webhook_secret,
  }[which];
}

/** Calls the contract over HTTP with the page's cookie and its key, from outside of the page. */
async function callFromOutside(page: Page, name: string, input: Record<string, unknown>): Promise<void> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`${origin}/rpc/${name}`, {
    headers: {
      origin,
      [SESSION_KEY_HEADER]: await page.evaluate(() => localStorage.getItem('meterscope.session') ?? ''),
    },
    data: { input: { workspace: 'marked', ...input } },
  });
  expect(await answer.json()).toMatchObject({ ok: true });
}

/** Enters the team server, its password by the clipboard, publishes, and goes back to where it was. */
async function giveTeamServer({ page, electron }: Program): Promise<void> {
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  for (const [name, value] of Object.entries({ Host: TEAM_SERVER.host, Port: '1', Database: 'meters', User: 'ann' })) {
    await page.getByRole('textbox', { name }).fill(value);
  }
  await page.getByRole('button', { name: 'Save the team server' }).click();
  await electron?.evaluate(({ clipboard }, text) => clipboard.writeText(text), TEAM_PASSWORD);
  await page.getByRole('button', { name: 'Paste the copied password' }).click();
  await expect(page.getByText('The password of the team server was saved.')).toBeVisible();
  await electron?.evaluate(({ clipboard }) => clipboard.clear());
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.locator('.ms-share [data-state="failed"]')).toBeVisible();
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
}

/**
 * Everything that the program itself sealed for a workspace: also what the service issued to it meanwhile, which only the two
 * of them know.
 */
async function sealedTokens(program: Program, workspace: string): Promise<string[]> {
  const file = JSON.parse(await readFile(path.join(program.data, 'secrets.json'), 'utf8'));
  const parts = Object.values<{ sealed: Record<string, string> }>(file.backends);
  const sealed = parts.flatMap((part) => part.sealed[workspace] ?? []);
  expect(sealed).toHaveLength(1);
  const [bytes = ''] = sealed;
  const text = program.electron
    ? await program.electron.evaluate(
        ({ safeStorage }, base64) => safeStorage.decryptString(Buffer.from(base64, 'base64')),
        bytes,
      )
    : await keyFileCipher(new DataFiles(program.data)).decrypt(Buffer.from(bytes, 'base64'));
  const secrets = JSON.parse(text);
  const grants = Object.values<{ token: string; refreshToken?: string }>(secrets.grants);
  return [secrets.client?.token, ...grants.flatMap(({ token, refreshToken }) => [token, refreshToken])].filter(
    (token) => typeof token === 'string',
  );
}

/** A copy of everything of the workspace, below the data folder in both hosts, so that it is searched with the rest. */
async function exportEverything(program: Program): Promise<void> {
  const { page } = program;
  await program.electron?.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    path.join(program.data, 'saved-by-test'),
  );
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete the workspace …' }).click();
  await page.getByRole('button', { name: 'Save everything first …' }).click();
  await expect(page.getByText('Everything was saved in')).toBeVisible({ timeout: 240_000 });
  await page.keyboard.press('Escape');
}

/** Neither command lines nor environments are secret: other programs of this user read them. */
async function searchProcesses(program: Program, tokens: readonly string[]): Promise<void> {
  const pids = await processesOf(program);
  expect(pids.length).toBeGreaterThan(1);
  for (const pid of pids) {
    for (const what of ['cmdline', 'environ']) {
      expectNone(await readFile(`/proc/${pid}/${what}`, 'latin1').catch(() => ''), tokens, `${what} of ${pid}`);
    }
  }
}

type Columns = { table: string; column: string }[];

/** Every text and every blob of every table. */
async function searchStore(file: string, tokens: readonly string[]): Promise<void> {
  const store = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await store.connect();
  const found = await connection.runAndReadAll(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'main' AND data_type IN ('VARCHAR', 'BLOB', 'JSON')`,
  );
  // The two columns that were selected.
  const columns = found.getRowObjects() as unknown as Columns;
  expect(columns.length).toBeGreaterThan(20);
  for (const { table, column } of columns) {
    const rows = await connection.runAndReadAll(
      `SELECT count(*) FROM "${table}" WHERE list_bool_or(list_transform($tokens::JSON::VARCHAR[], t -> contains("${column}"::VARCHAR, t)))`,
      { tokens: JSON.stringify(tokens) },
    );
    expect(Number(rows.getRows()[0]?.[0]), `rows of ${table}.${column} in ${path.basename(path.dirname(file))}`).toBe(
      0,
    );
  }
  connection.closeSync();
  store.closeSync();
}

async function searchParquet(files: readonly string[], tokens: readonly string[]): Promise<void> {
  const memory = await DuckDBInstance.create(':memory:');
  const connection = await memory.connect();
  for (const file of files) {
    const rows = await connection.runAndReadAll(
      `SELECT DISTINCT COLUMNS(c -> c NOT IN ('start_epoch', 'start_utc', 'value', 'raw_value', 'cost'))::VARCHAR FROM read_parquet('${file}')`,
    );
    expectNone(JSON.stringify(rows.getRowsJson()), tokens, path.basename(file));
  }
  connection.closeSync();
  memory.closeSync();
}

/** Saves a bundle as a user does, and opens it. */
async function supportBundle(page: Page, program: Program) {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Privacy' }).click();
  const target = path.join(program.data, 'bundle-of-test.zip');
  if (program.electron) {
    await program.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, target);
    await page.getByRole('button', { name: 'Save a support bundle …' }).click();
    await expect(page.getByText(/^Saved .*zip/)).toBeVisible();
    return unzipped(await readFile(target));
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a support bundle …' }).click(),
  ]);
  await download.saveAs(target);
  return unzipped(await readFile(target));
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** The kept bodies of answers are gzip members, one behind the other. */
function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return Buffer.alloc(0);
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}
