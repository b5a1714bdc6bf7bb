/** The request inspector: what was sent and answered, times, tries, what it was made for; copies, HAR, and what is kept. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { chart, newestJob, synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, clipboardText, fire, goTo } from './support-steps.ts';

test.setTimeout(240_000);

const log = (page: Page) => page.getByRole('grid', { name: 'requests' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Request' });

/** Asks with a token of the wrong class, and opens the line of the log. */
async function openRefused(program: Program, application: string): Promise<void> {
  const { page } = program;
  const address = encodeURIComponent(`/ApplicationInformation/${application}`);
  await goTo(program, `/w/demo/resources?path=${address}&token=client`);
  await expect(page.getByTestId('status')).toHaveText('403', { timeout: 60_000 });
  await page.getByRole('link', { name: 'In the request log' }).click();
  await expect(drawer(page)).toBeVisible();
}

async function savedHar({ page, electron, data }: Program): Promise<string> {
  const filePath = path.join(data, 'saved.har');
  const save = page.getByRole('button', { name: 'Save as HAR' });
  if (electron) {
    await electron.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
    }, filePath);
    await save.click();
    await expect(page.getByText('saved.har')).toBeVisible();
  } else {
    const download = page.waitForEvent('download');
    await save.click();
    expect((await download).suggestedFilename()).toBe('meterscope-requests.har');
    await (await download).saveAs(filePath);
  }
  return await readFile(filePath, 'utf8');
}

test('a refused request opens with headers, body and times, is copied and saved; all by key', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  const { app_uid: application } = simulator.bootstrap;
  await openRefused(program, application);
  await expect(drawer(page).getByRole('table', { name: 'Timing' })).toContainText('Until the first byte of the answer');
  await expect(drawer(page).getByRole('list', { name: 'Made for' })).toContainText('Resource browser');
  await accessible(program);

  // By key: from the tab to what was sent, then to what came.
  await drawer(page).getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  const sent = drawer(page).getByRole('region', { name: 'Request', exact: true });
  await expect(sent).toContainText('user-agent');
  await expect(sent).toContainText('Bearer ***');
  await expect(sent).toContainText('There was none.');
  await page.keyboard.press('ArrowRight');
  const answer = drawer(page).getByRole('region', { name: 'Answer', exact: true });
  await expect(answer).toContainText('content-type');
  await expect(answer.getByLabel('Answer body', { exact: true })).not.toBeEmpty();
  await accessible(program);

  await drawer(page).getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('menuitem', { name: 'cURL' }).click();
  await expect(page.getByText('METERSCOPE_TOKEN')).toBeVisible();
  const copied = await clipboardText(program);
  expect(copied).toMatch(/^curl .*\/ApplicationInformation\//);
  expect(copied).toContain('"Authorization: Bearer $METERSCOPE_TOKEN"');

  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await page.getByRole('textbox', { name: 'Search requests' }).fill(`ApplicationInformation/${application}`);
  await expect(page.getByTestId('count')).toHaveText(/^1 of/);
  const har = JSON.parse(await savedHar(program));
  expect(har.log.entries).toHaveLength(1);
  expect(har.log.entries[0]).toMatchObject({ request: { method: 'GET' }, response: { status: 403 } });
  expect(har.log.entries[0].response.content.text).not.toBe('');

  // All of the log is narrowed down and ordered, not only what is in view.
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.locator('.ms-table-toolbar').getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: /^403/ }).check();
  await page.keyboard.press('Escape');
  await expect(log(page).getByText('200', { exact: true })).toHaveCount(0);
  await expect(log(page).getByText('403', { exact: true }).first()).toBeVisible();
  await log(page).getByRole('columnheader', { name: 'Took' }).getByRole('button').click();
  await expect(log(page).getByRole('columnheader', { name: 'Took' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(log(page).getByText('403', { exact: true }).first()).toBeVisible();
});

test('the tries of a call are one group, with the waits that the service asked for @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await chart(program);
  const before = await synced(program);
  const [first] = simulator.bootstrap.authorizations;
  await simulator.control('POST', 'faults', {
    path: `*/Batch/Subscription/${first?.auth_uid}`,
    status: 202,
    retry_after_s: 2,
    times: 1,
  });
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
  const job = newestJob(program);
  await expect(job).not.toHaveAttribute('data-job', before);
  await expect(job).toHaveAttribute('data-state', 'done', { timeout: 120_000 });
  await job.getByRole('link', { name: 'Requests' }).click();
  await expect(page.getByRole('button', { name: 'All requests' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search requests' }).fill(`Subscription/${first?.auth_uid}`);
  await expect(page.getByTestId('count')).toHaveText(/^1 of/);
  await log(page)
    .getByRole('gridcell', { name: /Batch\/Subscription/ })
    .click();
  const tries = drawer(page).getByRole('list', { name: 'This call: 2 tries' });
  await expect(tries).toContainText('Retry-After: 2');
  await expect(tries).toContainText(/waited 2/);
  // Its answer went into the store, and is not kept a second time.
  await drawer(page).getByRole('tab', { name: 'Answer' }).click();
  await expect(drawer(page)).toContainText('Streamed into the store');
  await drawer(page).getByRole('tab', { name: 'Overview' }).click();
  await tries.getByRole('button', { name: 'Try 1' }).click();
  await expect(drawer(page).getByText('202').first()).toBeVisible();
  await drawer(page).getByRole('link', { name: /^Job / }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
});

test('a test submission leads to its requests, with what was sent, and back @page', async ({ program }) => {
  const { page } = program;
  await fire(program, 'residential');
  const run = new URL(page.url()).hash.split('/').at(-1) ?? '';
  await expect(page.getByText('Sent test-submit')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await log(page)
    .getByRole('gridcell', { name: /test-submit/ })
    .click();
  await drawer(page).getByRole('tab', { name: 'Request' }).click();
  await expect(drawer(page).getByLabel('Request body', { exact: true })).toContainText('"scenario": "residential"');
  await drawer(page).getByRole('tab', { name: 'Overview' }).click();
  await drawer(page)
    .getByRole('link', { name: `Test submission ${run}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'residential', exact: true })).toBeVisible();
});

test('what is kept can be switched off, and deleted @page', async ({ program, simulator }) => {
  const { page } = program;
  const { app_uid: application } = simulator.bootstrap;
  await openRefused(program, application);
  await goTo(program, '/w/demo/requests');
  await page.getByRole('button', { name: 'What is kept' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is kept of requests' });
  await expect(dialog.getByTestId('kept-use')).toContainText(/^Kept now: .* of \d+ request/);
  await accessible(program);
  // First, or a poll in between would be kept.
  await dialog.getByRole('radio', { name: 'Nothing' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'What is kept' }).click();
  await dialog.getByRole('button', { name: 'Delete headers and bodies' }).click();
  await expect(dialog.getByTestId('kept-use')).toHaveText('Nothing is kept now.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await openRefused(program, application);
  await drawer(page).getByRole('tab', { name: 'Answer' }).click();
  await expect(drawer(page)).toContainText('Headers and body are not here');

  // It outlasts a restart.
  await program.restart();
  await goTo(program, '/w/demo/requests');
  await program.page.getByRole('button', { name: 'What is kept' }).click();
  await expect(program.page.getByRole('radio', { name: 'Nothing' })).toBeChecked();
});
