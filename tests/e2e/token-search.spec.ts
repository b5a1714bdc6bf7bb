/** Nothing but the sealed secrets ever holds a token: the program runs with known ones, then every byte is searched. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Simulator } from '../fixtures/simulator.ts';
import { customerDecides, giveAllSecrets, makeWorkspace, startAuthorization } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';

test('tokens are found nowhere: data folder, logs, request log, support bundle, heap of the page', async ({
  program,
  simulator,
}) => {
  test.slow();
  const { page } = program;
  const { bootstrap } = simulator;
  // Tokens that the service made are as good as marked: 32 random letters each.
  const marked = [
    bootstrap.api_token,
    bootstrap.registration_access_token,
    bootstrap.client_secret,
    bootstrap.webhook_secret,
    ...bootstrap.authorizations.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]),
  ];
  await makeWorkspace(program, simulator, 'Marked');
  if (program.kind === 'desktop') await giveAllSecrets(program, simulator);
  else {
    // What is typed into a field has been in the page; the search of the heap is about what the program sends there.
    for (const which of ['api', 'registration', 'clientSecret', 'webhookSecret'] as const) {
      await setFromOutside(page, which, secretOf(simulator, which));
    }
    await page.reload();
  }
  await page
    .getByRole('button', { name: 'Keep them on disk all the same' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  const user = `${bootstrap.test_prefix}_TEST_residential`;
  await customerDecides(await startAuthorization(program), user, 'allow');
  await expect(page.getByText(/can be synced now/)).toBeVisible();
  // Renewals, refusals and errors are where tokens slip into logs.
  await simulator.control('POST', 'clock', { advance_s: 7200 });
  const card = page.getByRole('article', { name: /^access_token of authorization/ });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(card.getByText('Accepted.', { exact: false })).toBeVisible();
  await simulator.control('POST', 'faults', { path: '**/Authorization', status: 500, body: 'html', times: 3 });
  await page.getByRole('link', { name: 'Request log' }).click();
  await expect(page.getByRole('row').nth(3)).toBeVisible();

  const issued = await tokensInMemory(simulator);
  const all = [...new Set([...marked, ...issued])].filter((token) => token.length > 8);
  const bundle = await supportBundle(page, program);
  expect(bundle.length).toBeGreaterThan(2000);
  for (const [name, text] of bundle.split('\u0000').entries()) expectNone(text, all, `support bundle, part ${name}`);
  const heap = await heapOf(page);
  expect(heap.length).toBeGreaterThan(1_000_000);
  // A sanity check of the search itself: something that the page certainly holds.
  expect(heap).toContain('Request log');
  expectNone(heap, all, 'heap of the page');

  await program.restart();
  await expect(program.page.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible();
  let searched = 0;
  for (const file of await filesBelow(program.data)) {
    // Written by the test itself, for the demo's embedded service.
    if (path.basename(file) === 'bootstrap-of-test.json') continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    searched += bytes.length;
    for (const text of [bytes, unpacked(bytes)])
      expectNone(text.toString('latin1'), all, path.relative(program.data, file));
  }
  expect(searched).toBeGreaterThan(100_000);
});

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

/** Calls the contract over HTTP with the page's cookie, from outside of the page. */
async function setFromOutside(page: Page, which: string, value: string): Promise<void> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`${origin}/rpc/connections.setSecret`, {
    headers: { origin },
    data: { input: { workspace: 'marked', which, secret: { value } } },
  });
  expect(await answer.json()).toMatchObject({ ok: true });
}

/** Tokens that the service issued meanwhile are known only to it and the program; its own log has none, so ask for a fresh one. */
async function tokensInMemory({ bootstrap }: Simulator): Promise<string[]> {
  const answer = await fetch(bootstrap.token_endpoint, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${bootstrap.client_id}:${bootstrap.client_secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  // Their prefixes and length are the service's; any other client token looks the same.
  return [access_token];
}

/** All members of the bundle as text, NUL between them. */
async function supportBundle(page: Page, program: Program): Promise<string> {
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

/** Reads the local headers of a ZIP archive one after the other. */
function unzipped(zip: Buffer): string {
  const texts: string[] = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const packed = zip.readUInt32LE(at + 18);
    const body = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    texts.push(inflateRawSync(zip.subarray(body, body + packed)).toString());
    at = body + packed;
  }
  return texts.join('\u0000');
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
