/** The embedded service of the demo, steered from the window: a 429 to show to a colleague, its clock, its balance, its quirks. */
import { expect, test } from './fixtures.ts';
import { expectReadable } from './readable.ts';
import { accessible, fire, goTo } from './support-steps.ts';

test('fails on purpose, says so everywhere, and is back to normal with one click @page', async ({ program }) => {
  test.setTimeout(120_000);
  const { page } = program;
  const main = page.getByRole('main');
  const badge = page.getByRole('banner').getByRole('link', { name: /^On purpose:/ });
  await goTo(program, '/w/demo/meters');
  await page.getByRole('link', { name: 'Demo service', exact: true }).click();
  await expect(main.getByText('All as usual')).toBeVisible();
  await expect(badge).toHaveCount(0);

  // By keyboard alone.
  await main.getByRole('combobox', { name: 'The service answers with' }).selectOption('429 Too Many Requests');
  await main.getByRole('combobox', { name: 'Which requests' }).selectOption('Test submissions');
  await main.getByRole('textbox', { name: 'Retry-After, seconds' }).fill('300');
  await main.getByRole('button', { name: 'Arm', exact: true }).press('Enter');
  await expect(main.getByRole('list', { name: 'Faults' })).toContainText('Test submissions; the next request');
  await expect(badge).toHaveText('On purpose: 1 fault on');
  for (const name of ['Faults now', 'Have requests fail', 'Clock', 'Balance', 'Rate limit', 'Quirks']) {
    await expectReadable(main.getByRole('region', { name }));
  }
  await accessible(program);

  await fire(program, 'residential');
  const wait = main.getByRole('region', { name: 'Waiting for the service' });
  await expect(wait).toContainText('The service asks to slow down (429)');
  await expect(wait.getByRole('timer').first()).toHaveText(/^[45]:/);
  // The fault is used up, but what is waited out is still its doing.
  await expect(badge).toHaveText('On purpose: 1 fault used up');
  await expectReadable(badge);
  await wait.getByRole('button', { name: 'Ask now' }).click();
  await expect(wait).toHaveCount(0);

  await badge.click();
  await expect(main.getByRole('list', { name: 'Faults' })).toContainText('used up');
  const time = async () => Date.parse((await main.getByTestId('service-time').getAttribute('datetime')) ?? '');
  const before = await time();
  await main.getByRole('button', { name: 'Move the clock on: a day' }).click();
  await expect.poll(async () => (await time()) - before).toBeGreaterThanOrEqual(86_400_000);

  const setBalance = async (balance: string) => {
    await main.getByRole('textbox', { name: 'Balance' }).fill(balance);
    await main.getByRole('button', { name: 'Set the balance' }).click();
    await expect(main.getByTestId('balance')).toHaveText(balance);
  };
  await setBalance('5');
  await expect(main.getByText('can be collected')).toBeVisible();
  await setBalance('0');
  await main.getByRole('link', { name: 'Collect the meter that has to be paid for' }).click();
  await page.getByRole('button', { name: 'Collect 1 meter' }).click();
  await expect(main.getByRole('alert')).toContainText('needs a positive balance');

  await goTo(program, '/w/demo/demo');
  await main.getByRole('checkbox', { name: 'newest-first' }).press('Space');
  await expect(main.getByRole('checkbox', { name: 'newest-first' })).toBeChecked();
  await expect(badge).toHaveText('On purpose: 1 quirk on');
  await main.getByRole('button', { name: 'Back to normal' }).click();
  await expect(main.getByText('All as usual')).toBeVisible();
  await expect(main.getByText('None: every request gets its true answer.')).toBeVisible();
  await expect(main.getByRole('checkbox', { name: 'newest-first' })).not.toBeChecked();
  await expect(badge).toHaveCount(0);

  // No other workspace has it.
  await goTo(program, '/w/files/demo');
  await expect(main.getByText('This workspace has no demo service')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Demo service', exact: true })).toHaveCount(0);
});
