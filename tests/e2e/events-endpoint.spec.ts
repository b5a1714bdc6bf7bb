/** Events and an endpoint of one's own: deliveries posted on to it as they come, and every fault sent to it, with verdicts. */
import type { Page } from '@playwright/test';
import { isSigned, type OwnEndpoint, startOwnEndpoint } from '../fixtures/own-endpoint.ts';
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

let endpoint: OwnEndpoint;
test.beforeEach(async () => {
  endpoint = await startOwnEndpoint();
});
test.afterEach(() => endpoint.stop());

/** Once the receiver is on, so that the bench has somewhere to send to. */
async function openTab(page: Page, tab: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Health of the event log' })).toContainText('on, reachable', {
    timeout: 60_000,
  });
  await page.getByRole('tab', { name: tab }).click();
}

test('deliveries are forwarded as they come, and one that failed again at a click @page', async ({ program }) => {
  test.setTimeout(240_000);
  const { page } = program;
  await goTo(program, '/w/demo/events');
  await openTab(page, 'Settings');
  const settings = page.getByRole('region', { name: 'Event settings' });
  const address = settings.getByLabel('Address of your endpoint');
  await address.fill('http://hooks.example/in');
  await expect(settings).toContainText('begins with https://');
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
  await address.fill('https://hooks.example/in');
  await expect(settings).toContainText('not on this computer');
  await accessible(program);
  await address.fill(endpoint.url);
  await settings.getByRole('switch', { name: 'Forward good deliveries' }).press('Space');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The event settings were saved.')).toBeVisible();

  endpoint.answerBy(() => 500);
  await openTab(page, 'Rehearsal');
  const bench = page.getByRole('region', { name: 'Send a test delivery to this receiver' });
  await bench.getByRole('button', { name: 'Send' }).click();
  await expect(bench.getByRole('status')).toContainText('200');
  await expect.poll(() => endpoint.received.length).toBeGreaterThan(0);
  await openTab(page, 'Deliveries');
  const deliveries = page.getByRole('grid', { name: 'deliveries' });
  await expect(deliveries.locator('[aria-rowindex="2"]')).toContainText(/500 in/);
  await accessible(program);

  endpoint.answerBy(() => 200);
  await page.getByRole('button', { name: /^Forward the .* again$/ }).click();
  await expect(deliveries.locator('[aria-rowindex="2"]')).toContainText(/200 in/);
  await expect(page.getByRole('button', { name: /^Forward the .* again$/ })).toBeHidden();
  expect(endpoint.received.at(-1)?.body).toEqual(endpoint.received[0]?.body);
  await deliveries.locator('[aria-rowindex="2"]').click();
  const delivery = page.getByRole('dialog');
  await expect(delivery.getByLabel('Beginning of the endpoint’s answer')).toHaveText('said 200');
  await expect(delivery.getByRole('button', { name: 'Forward again' })).toBeVisible();
});

test('an endpoint is sent every fault, and what is mended is fixed the next time @page', async ({
  program,
  simulator,
}) => {
  test.setTimeout(240_000);
  const { page } = program;
  const { webhook_secret: secret } = simulator.bootstrap;
  await goTo(program, '/w/demo/events');
  await openTab(page, 'Rehearsal');
  const bench = page.getByRole('region', { name: 'Rehearse against your endpoint' });
  const row = (title: string) => bench.getByRole('row').filter({ hasText: title });
  await bench.getByLabel('Address to send to').fill(endpoint.url);
  // It takes everything unread.
  await bench.getByRole('button', { name: 'Send all' }).press('Enter');
  await expect(bench.getByRole('status')).toHaveText('5 right, 5 wrong.');
  await expect(row('Changed byte')).toContainText('wrong');
  await expect(row('Out of order')).toContainText('200 (2 times)');
  await accessible(program);

  endpoint.answerBy((request) => (isSigned(request, secret) ? 200 : 401));
  await bench.getByRole('button', { name: 'Send: Changed byte' }).press('Enter');
  await expect(row('Changed byte')).toContainText('fixed');
  await expect(bench.getByRole('status')).toHaveText('6 right, 4 wrong.');
  await program.restart();
  await goTo(program, '/w/demo/events');
  await openTab(program.page, 'Rehearsal');
  const again = program.page.getByRole('region', { name: 'Rehearse against your endpoint' });
  await expect(again.getByLabel('Address to send to')).toHaveValue(endpoint.url);
  await expect(again.getByRole('status')).toHaveText('6 right, 4 wrong.');
  await again.getByRole('button', { name: 'Send all' }).press('Enter');
  await expect(again.getByRole('status')).toHaveText('9 right, 1 wrong.');
  const rowAgain = (title: string) => again.getByRole('row').filter({ hasText: title });
  await expect(rowAgain('Not JSON')).toContainText('still wrong');
  await expect(rowAgain('Changed byte')).toContainText('still right');
});
