/** The resource browser: entities beside their XML, links, refusals, and what must never be seen. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test('an authorization list is read, linked and marked on both sides; refusals are answers @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await goTo(program, '/w/demo/resources');
  await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible({ timeout: 60_000 });
  const field = page.getByRole('textbox', { name: 'Path', exact: true });
  const send = page.getByRole('button', { name: 'Send', exact: true });

  await field.fill('/ReadServiceStatus');
  await send.click();
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: /ServiceStatus/ })).toBeVisible();

  await field.fill('/Authorization');
  await send.click();
  await expect(page.getByRole('button', { name: /^Authorization/ }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Authorization/ })
    .first()
    .click();
  await expect(page.locator('.ms-xml-line[data-marked="true"]').first()).toBeVisible();
  await accessible(program);

  // A link, and back.
  await page
    .getByRole('list', { name: 'Parsed entities' })
    .getByText(/^\/Authorization\/[^/]+$/)
    .first()
    .click();
  await expect(page.getByTestId('entity-count')).toHaveText('1 of 1 entities');
  await page.goBack();
  await expect(field).toHaveValue('/Authorization');

  // The wrong class is an answer that says what is needed.
  const uid = simulator.bootstrap.app_uid;
  await goTo(program, `/w/demo/resources?path=${encodeURIComponent(`/ApplicationInformation/${uid}`)}&token=client`);
  await expect(page.getByTestId('status')).toHaveText('403');
  await expect(page.getByTestId('token-class')).toContainText('needs registration_access_token');
  await accessible(program);

  // The right one: its secrets are masked.
  await goTo(program, `/w/demo/resources?path=${encodeURIComponent(`/ApplicationInformation/${uid}`)}`);
  await expect(page.getByTestId('status')).toHaveText('200');
  await expect(page.getByRole('button', { name: /ApplicationInformation/ }).first()).toBeVisible();
  const shown = await page.content();
  expect(shown).not.toContain(simulator.bootstrap.client_secret);
  expect(shown).not.toContain(simulator.bootstrap.registration_access_token);

  // Another origin is never asked.
  await goTo(program, '/w/demo/resources?path=https%3A%2F%2Fexample.com%2F');
  await expect(page.getByText('foreign_origin')).toBeVisible();
});

test('the element under the cursor is marked on both sides, by pointer and by key, and the XML is searched @page', async ({
  program,
}) => {
  const { page } = program;
  await goTo(program, '/w/demo/resources?path=%2FAuthorization');
  const xml = page.getByRole('region', { name: 'Body as received' });
  const line = (text: string) => xml.locator('.ms-xml-line').filter({ hasText: text }).first();
  const entities = page.getByRole('list', { name: 'Parsed entities' });
  await expect(line('<ns1:status>').or(line('status>'))).toBeVisible({ timeout: 60_000 });

  // From the XML to what was understood.
  await line('status>').hover();
  await expect(entities.locator('[data-current="true"] dt').filter({ hasText: /^status$/ })).toBeVisible();
  await expect(xml.locator('[data-marked="true"]').first()).toBeVisible();
  // And back.
  await entities
    .locator('dt')
    .filter({ hasText: /^scope$/ })
    .first()
    .hover();
  await expect(xml.locator('[data-current="true"]').filter({ hasText: 'scope>' })).toBeVisible();
  // By keys, line by line.
  await xml.focus();
  await page.keyboard.press('Home');
  await expect(xml.locator('[data-current="true"]').first()).toContainText('?xml');

  const find = page.getByRole('textbox', { name: 'Find in the XML' });
  await find.fill('authorizedPeriod');
  await find.press('Enter');
  await expect(xml.locator('mark').first()).toHaveText('authorizedPeriod');
  await expect(page.getByText(/^1 of \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.getByText(/^2 of \d+/)).toBeVisible();
  await accessible(program);
});

test('a raw file is saved as it is, and a limit of the service is a countdown that can be cut short', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  const [first] = simulator.bootstrap.authorizations;
  if (!first) throw new Error('The simulator has no authorization.');
  const points = `/Subscription/${first.auth_uid}/UsagePoint/${first.meters[0]}/UsageSummary`;
  await goTo(program, `/w/demo/resources?path=${encodeURIComponent(points)}`);
  await page
    .getByRole('list', { name: 'Parsed entities' })
    .getByText(/^\/Non-ESPI\//)
    .first()
    .click({ timeout: 60_000 });
  const save = page.getByRole('button', { name: /^Save \d+\.pdf$/ });
  await expect(save).toBeVisible();
  await accessible(program);
  const file = path.join(program.data, 'bill.pdf');
  if (program.electron) {
    await program.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await save.click();
    await expect(page.getByText(`Saved ${file}`)).toBeVisible();
  } else {
    const download = page.waitForEvent('download');
    await save.click();
    await (await download).saveAs(file);
  }
  expect((await readFile(file)).subarray(0, 8).toString()).toBe('%PDF-1.4');

  await simulator.control('POST', 'faults', { path: '*/ReadServiceStatus', status: 429, retry_after_s: 600, times: 1 });
  await goTo(program, '/w/demo/resources?path=%2FReadServiceStatus');
  await expect(page.getByTestId('status')).toHaveText('429');
  await expect(page.getByTestId('retry-after')).toContainText('asks to wait until');
  await accessible(program);
  await page.getByRole('button', { name: 'Ask again when the wait is over' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Ask now' }).click();
  await expect(page.getByTestId('status')).toHaveText('200');
});
