/** What the service lets wait is seen where one looks, with its two ways out. */
import { chart, synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { expectReadable } from './readable.ts';
import { fire, goTo } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'] } });

test('a submission that must wait shows its countdown on the run, and goes on when asked now @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await simulator.control('POST', 'faults', {
    path: '*/forms/*/test-submit',
    status: 429,
    retry_after_s: 900,
    times: 1,
  });
  await fire(program, 'residential');
  const wait = page.getByRole('main').getByRole('region', { name: 'Waiting for the service' });
  await expect(wait).toContainText('The service asks to slow down (429)');
  await expect(wait).toContainText('residential');
  await expect(wait.getByRole('timer').first()).toHaveText(/^1[45]:/);
  await expectReadable(wait);
  await expect(wait.getByRole('button', { name: 'Give up' })).toBeVisible();
  await wait.getByRole('button', { name: 'Ask now' }).click();
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  await expect(wait).toHaveCount(0);
});

test('a collection that must wait is not lost when its page is left @page', async ({ program, simulator }) => {
  test.slow();
  const { page } = program;
  await chart(program);
  await synced(program);
  const meter = simulator.bootstrap.authorizations.flatMap(({ meters }) => meters)[0] ?? '';
  await goTo(program, `/w/demo/collect?meters=${JSON.stringify(meter)}`);
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible();
  await simulator.control('POST', 'faults', { path: '*/api/v2/meters*', status: 503, retry_after_s: 900 });
  await page.getByRole('button', { name: 'Collect 1 meter' }).click();
  const wait = page.getByRole('main').getByRole('region', { name: 'Waiting for the service' });
  await expect(wait).toContainText('The service is in maintenance (503)');
  await expect(page.getByText('It goes on when you leave this page')).toBeVisible();

  await goTo(program, '/w/demo/collections');
  await page.getByRole('grid', { name: 'collections' }).getByText('starting').click();
  await expect(page.getByTestId('collection-state')).toHaveText('starting');
  await expectReadable(wait);
  await wait.getByRole('button', { name: 'Give up' }).first().click();
  await expect(page.getByTestId('collection-state')).toHaveText('cancelled');
  await expect(
    page.getByRole('main').getByText('Waiting for the service was cancelled', { exact: false }),
  ).toBeVisible();
});
