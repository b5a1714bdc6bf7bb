/** Runs that meet: two of one scenario whose meters go to one of them, and a batch that is followed again. */
import { expect, test } from './fixtures.ts';
import { accessible, fire, goTo, openDesk } from './support-steps.ts';

test.describe('two runs of one scenario at once', () => {
  // Time creeps until the test moves it, so that the second is sent while the first still waits.
  test.use({ launch: { service: ['--clock', '0.2'], env: { METERSCOPE_VERDICT_QUIET_MS: '4000' } } });

  test('the one whose meters the other collected is superseded, and says by which @page', async ({
    program,
    simulator,
  }) => {
    test.slow();
    const { page } = program;
    const verdict = page.getByTestId('verdict');
    await fire(program, 'residential');
    await expect(page.getByText(/^The service answered with referral/)).toBeVisible({ timeout: 60_000 });
    const first = await page.evaluate(() => location.hash.slice(1));
    // Stopped, it holds up no other run of its meters.
    await page.getByRole('button', { name: 'Stop following' }).click();
    await expect(verdict).toHaveText('cancelled');
    await page.getByRole('button', { name: 'Fire again' }).click();
    await expect(verdict).toHaveText('still waiting');
    await expect(page.getByText(/^The service answered with referral/)).toBeVisible({ timeout: 60_000 });
    const second = await page.evaluate(() => location.hash.slice(1));
    // Both logins find the meter, and the second collects it.
    await simulator.control('POST', 'clock', { advance_s: 60 });
    const happened = page.getByRole('list', { name: 'What happened' });
    await expect(happened).toContainText('meter_historical_collection_started', { timeout: 60_000 });

    await goTo(program, first);
    await expect(verdict).toHaveText('cancelled');
    await page.getByRole('button', { name: 'Follow again' }).click();
    await simulator.control('POST', 'clock', { advance_s: 3600 });
    await expect(verdict).toHaveText('superseded', { timeout: 60_000 });
    await expect(page.getByRole('alert').filter({ hasText: 'Why' })).toContainText('was collected there');
    await accessible(program);
    await page.getByRole('link', { name: 'The run that superseded this one' }).click();
    await expect.poll(() => page.evaluate(() => location.hash.slice(1))).toBe(second);
    await expect(verdict).toHaveText('pass', { timeout: 60_000 });
  });
});

test.describe('a scenario', () => {
  test.use({ launch: { service: ['--clock', '600'] } });

  test('is fired with the keyboard alone @page', async ({ program }) => {
    const { page } = program;
    await openDesk(program);
    await page.getByRole('textbox', { name: 'Search scenarios' }).fill('badlogin_after');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Fire badlogin_after', exact: true })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'badlogin_after', exact: true })).toBeVisible();
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
    // Its time by the service's clock stands beside what happened.
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText(/\d\d:\d\d:\d\d\.\d{6} UTC/);
  });
});

test.describe('a batch', () => {
  test.use({ launch: { service: ['--clock', '600'], env: { METERSCOPE_VERDICT_QUIET_MS: '1500' } } });

  test('follows again those that could not be judged; its runs lead to it, and so does the list of runs @page', async ({
    program,
    simulator,
  }) => {
    const { page } = program;
    await simulator.control('POST', 'faults', { path: '*/api/v2/events', status: 401, body: 'json' });
    await openDesk(program);
    await page.getByLabel('Seconds between two submissions').fill('0.2');
    await page.getByRole('grid', { name: 'scenarios' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Run the selected' }).click();
    const verdict = page.getByTestId('batch-verdict');
    await expect(page.getByText('2 could not be judged')).toBeVisible({ timeout: 60_000 });
    await expect(verdict).toHaveText('0 of 2 passed');
    await simulator.control('DELETE', 'faults');
    await page.getByRole('button', { name: 'Follow 2 again' }).click();
    await expect(verdict).toHaveText('2 of 2 passed', { timeout: 60_000 });
    await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0);
    const batch = await page.evaluate(() => location.hash.slice(1));

    // From a run to its batch, and from the list of runs, which keeps its place in the address.
    await page.getByRole('grid', { name: 'runs' }).getByRole('gridcell', { name: 'badlogin', exact: true }).click();
    await expect(page.getByTestId('verdict')).toHaveText('pass');
    await expect(page.getByText('Followed again')).toBeVisible();
    await page.getByRole('link', { name: 'Batch of runs' }).click();
    await expect(verdict).toHaveText('2 of 2 passed');
    await goTo(program, '/w/demo/support?tab=runs');
    await page.getByRole('link', { name: '2 runs' }).first().click();
    await expect.poll(() => page.evaluate(() => location.hash.slice(1))).toBe(batch);
  });
});
