/** Historical collection: chosen from the table of meters, refused, paid, followed over a restart. */
import { chart, synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

// Time creeps until the test moves it, so that the collection outlives the restart.
test.use({ launch: { service: ['--clock', '0.2'] } });

test('a mixed selection: told beforehand, refused for the balance, paid, followed over a restart @page', async ({
  program,
  simulator,
}) => {
  test.setTimeout(240_000);
  const { page } = program;
  await chart(program);
  await synced(program);

  // One authorization has expired; one meter must be paid for; one does not exist.
  const described = (await simulator.control('GET', '')) as { unpaid_meter_uid: string };
  const unpaid = described.unpaid_meter_uid;
  const expired = simulator.bootstrap.authorizations.find(
    ({ meters }) => meters.length > 0 && !meters.includes(unpaid),
  );
  const gone = expired?.meters[0] ?? '';
  await simulator.control('POST', `authorizations/${expired?.auth_uid}/expire`);

  // By keyboard, from the table of meters.
  await goTo(program, '/w/demo/meters');
  const meters = page.getByRole('grid', { name: 'meters' });
  const search = page.getByRole('textbox', { name: 'Search meters' });
  for (const uid of [gone, unpaid]) {
    await search.fill(uid);
    await expect(page.getByTestId('count')).toHaveText(/^1 of/);
    await search.press('Enter');
    await meters.press('Space');
  }
  await expect(page.getByTestId('selected')).toHaveText('2 selected');
  await page.getByRole('button', { name: 'Collect history' }).click();

  // What will happen to each is said before anything is sent.
  const chosen = page.getByLabel('Meters', { exact: true }).and(page.locator('input'));
  await chosen.fill('999999;');
  await chosen.press('Enter');
  await chosen.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  const preview = page.getByRole('grid', { name: 'meters' });
  await expect(preview.getByText('will be left out')).toBeVisible();
  await expect(preview.getByText('not found')).toBeVisible();
  await expect(preview.getByText('only what is missing')).toHaveCount(1);
  await expect(page.getByText(/needs a positive balance/)).toBeVisible();
  await accessible(program);

  // No number of months is not the last one that stood there.
  const planDefault = page.getByRole('checkbox', { name: /plan’s default/ });
  await planDefault.uncheck();
  await page.getByRole('textbox', { name: /Months/ }).fill('');
  await expect(page.getByRole('button', { name: 'Collect 3 meters' })).toBeDisabled();
  await planDefault.check();
  await page.getByRole('button', { name: 'Collect 3 meters' }).click();
  await expect(page.getByRole('alert')).toContainText('positive balance');
  await expect(page.getByRole('alert')).toContainText('payment_required');
  await simulator.control('PUT', 'balance', { balance: 100 });
  await page.getByRole('button', { name: 'Collect 3 meters' }).click();

  // What the service left out is named; what it took is followed.
  const state = page.getByTestId('collection-state');
  await expect(state).toHaveText('following');
  await expect(page.getByText('The service left out 2 of 3 meters')).toBeVisible();
  await expect(page.getByText(`${gone}, 999999. Their authorizations are revoked or expired`)).toBeVisible();
  await accessible(program);

  await program.restart();
  await goTo(program, '/w/demo/collections');
  await program.page.getByRole('grid', { name: 'collections' }).getByText('following').click();
  await expect(program.page.getByTestId('collection-state')).toHaveText('following');
  await simulator.control('POST', 'clock', { advance_s: 3600 });
  await expect(program.page.getByTestId('collection-state')).toHaveText('done', { timeout: 60_000 });
  const row = program.page.getByRole('grid', { name: 'meters' }).getByRole('row').filter({ hasText: unpaid });
  await expect(row).toContainText('finished');
  await expect(row).toContainText('meter_historical_collection_finished_successful');
  await program.page.getByRole('button', { name: 'Fetch the new data' }).click();
  await expect(program.page.getByText('Fetching the new data. The jobs panel shows the progress.')).toBeVisible();

  // The history says who, when and what came of it: the refused trigger and the one that ended.
  await goTo(program, '/w/demo/collections');
  const history = program.page.getByRole('grid', { name: 'collections' });
  await expect(history.getByText('done')).toBeVisible();
  await expect(history.getByText('refused')).toBeVisible();
  await accessible(program);
});
