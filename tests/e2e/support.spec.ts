/** The support desk in the program: scenarios with their verdicts, falsified services, unknown outcomes. */
import type { Rule } from '../verdicts/falsifying-service.ts';
import { SABOTAGE } from '../verdicts/sabotage.ts';
import { chart, synced } from './demo-steps.ts';
import { expect, screenshotForReadme, test } from './fixtures.ts';
import { accessible, clipboardText, fire, goTo, openDesk, saveNote } from './support-steps.ts';

// Minutes of waiting for verdicts: not all of them one after the other in one process.
test.describe.configure({ mode: 'parallel' });

/** Simulated seconds a second: minutes of a collection pass in a moment. */
const service = ['--clock', '600'];

test.describe('scenarios', () => {
  test.use({ launch: { service, env: { METERSCOPE_VERDICT_QUIET_MS: '4000' } } });

  test('all scenarios get the verdict pass, and one can be looked into, noted, copied and repeated @page', async ({
    program,
  }) => {
    test.setTimeout(240_000);
    const { page } = program;
    await openDesk(program);
    await expect(page.getByTestId('count')).toHaveText('29 of 29 scenarios');
    await accessible(program);
    await page.getByLabel('Seconds between two submissions').fill('0.3');
    await page.getByRole('button', { name: 'Run all 28' }).click();
    await expect(page.getByTestId('batch-verdict')).toHaveText('28 of 28 passed', { timeout: 150_000 });
    await screenshotForReadme(program, 'test-submissions');
    await accessible(program);

    // Into one of them.
    await page.getByRole('textbox', { name: 'Search runs' }).fill('commercial');
    await page.getByRole('grid', { name: 'runs' }).getByRole('gridcell', { name: 'commercial', exact: true }).click();
    await expect(page.getByTestId('verdict')).toHaveText('pass');
    await expect(page.locator('[data-check="meters.count"]')).toContainText('4');
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText('meter_bills_added');
    // The expectations come before all that happened.
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect(page.locator('[data-check="meters.count"]')).toBeInViewport();
    await screenshotForReadme(program, 'run');
    await saveNote(program, 'Four meters, as it should be.');
    await accessible(program);
    await page.getByRole('button', { name: 'Copy for a ticket' }).click();
    await expect.poll(() => clipboardText(program)).toContain('## Test submission: commercial');

    // Again, beside the run before.
    await page.getByRole('button', { name: 'Fire again' }).click();
    await expect(page.getByRole('columnheader', { name: 'Earlier' })).toBeVisible();
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
    await expect(page.locator('[data-differs]')).toHaveCount(0);
  });

  test('the authorization of a test submission says that it has no token, and nothing tries to fetch its data @page', async ({
    program,
  }) => {
    test.slow();
    const { page } = program;
    // The first fetch lists the authorizations that there are: the new one comes after it.
    await chart(program);
    await synced(program);
    await fire(program, 'residential');
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
    await page.locator('.ms-support-facts').getByRole('link').click();
    await expect(page.getByText('This authorization is not in the workspace')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Fetch what is new' }).click();
    await expect(page.getByText('This authorization has no access_token')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Fetch what is new' })).toHaveCount(0);
    // The events of its bills and intervals have long been seen: they are what the verdict rests on.
    await goTo(program, '/w/demo/jobs');
    const jobs = page.locator('.ms-job-list [data-job]');
    await expect(jobs.first()).toBeVisible();
    await expect(page.locator('.ms-job-list [data-job][data-state="failed"]')).toHaveCount(0);
  });

  test('a selection runs against two utilities and comes out as a grid @page', async ({ program, simulator }) => {
    const { page } = program;
    const described = (await simulator.control('GET', '')) as { utilities: { utility: string }[] };
    const second = described.utilities.find(({ utility }) => utility !== simulator.bootstrap.utility)?.utility ?? '';
    await openDesk(program);
    const utilities = page.getByLabel('Utilities', { exact: true }).and(page.locator('input'));
    await utilities.fill(second);
    await utilities.press('Enter');
    await utilities.press('Escape');
    await expect(page.getByText(second, { exact: true }).first()).toBeVisible();
    // By keyboard: the first two of the catalogue.
    await page.getByRole('grid', { name: 'scenarios' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.getByTestId('selected')).toHaveText('2 selected');
    await page.getByRole('button', { name: 'Run the selected' }).click();
    await expect(page.getByTestId('batch-verdict')).toHaveText('4 of 4 passed', { timeout: 90_000 });
    const grid = page.getByRole('table', { name: 'Results by scenario and utility' });
    await expect(grid.locator('[data-state="pass"]')).toHaveCount(4);
  });

  test('refusals are explained, an unknown outcome is not sent again and can be found out @page', async ({
    program,
    simulator,
  }) => {
    const { page } = program;
    const submit = `*/forms/*/test-submit`;
    const refused = [
      { status: 400, body: 'json', code: 'test_submit_malformed' },
      { status: 401, body: 'json', code: 'token_refused' },
      { status: 404, body: 'json', code: 'form_not_found' },
    ];
    for (const { status, body, code } of refused) {
      await simulator.control('POST', 'faults', { path: submit, status, body });
      await fire(program, 'residential');
      await expect(page.getByTestId('verdict')).toHaveText('refused');
      await expect(page.getByText(code, { exact: true })).toBeVisible();
      await simulator.control('DELETE', 'faults');
    }

    // A 500 with html: nobody knows whether it acted.
    await simulator.control('POST', 'faults', { path: submit, status: 500, body: 'html', times: 1 });
    await fire(program, 'residential');
    await expect(page.getByTestId('verdict')).toHaveText('outcome unknown');
    await expect(page.getByText('There are none so far.')).toBeVisible();
    await accessible(program);

    // This time it did act: its answer was cut off.
    await simulator.control('POST', 'faults', { path: submit, cut: 5, times: 1 });
    await fire(program, 'residential');
    await expect(page.getByTestId('verdict')).toHaveText('outcome unknown');
    await page.getByRole('button', { name: 'Follow this one' }).first().click();
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  });
});

test.describe('a run that cannot be judged', () => {
  test.use({ launch: { service, env: { METERSCOPE_VERDICT_QUIET_MS: '1500' } } });

  test('is no failure, and is followed again once the cause is mended @page', async ({ program, simulator }) => {
    const { page } = program;
    await simulator.control('POST', 'faults', { path: '*/api/v2/events', status: 401, body: 'json' });
    await fire(program, 'residential');
    await expect(page.getByTestId('verdict')).toHaveText('could not be judged', { timeout: 60_000 });
    await expect(page.getByText('The service refused the API token', { exact: false }).first()).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Follow again' })).toBeInViewport();
    await accessible(program);
    await simulator.control('DELETE', 'faults');
    await page.getByRole('button', { name: 'Follow again' }).click();
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
    // Two at once share their meters: the second is sent once the first is over, and both pass.
    await page.getByRole('button', { name: 'Fire again' }).click();
    await expect(page.getByText('Followed again')).toHaveCount(0);
    await page.getByRole('button', { name: 'Fire again' }).click();
    await expect(page.getByRole('link', { name: 'The other run of these meters' })).toBeVisible();
    await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  });
});

/** What the service answers is falsified by whatever stands here at the moment. */
let falsifying: Rule = () => undefined;

test.describe('a falsified service', () => {
  test.use({
    launch: {
      service,
      env: { METERSCOPE_VERDICT_QUIET_MS: '3000', METERSCOPE_VERDICT_PATIENCE_MS: '5000' },
      falsify: (passing) => falsifying(passing),
    },
  });

  test('fails, and the screen names the expectation that does not hold @page', async ({ program }) => {
    test.setTimeout(360_000);
    for (const [what, scenario, rule, check] of SABOTAGE) {
      falsifying = rule;
      await test.step(what, async () => {
        await fire(program, scenario);
        await expect(program.page.getByTestId('verdict')).toHaveText('fail', { timeout: 60_000 });
        const failing = program.page.locator('[data-check][data-state="fail"]');
        const ids = await failing.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-check') ?? ''));
        expect(ids).toContainEqual(expect.stringMatching(check));
      });
      falsifying = () => undefined;
    }
    await expect(program.page.getByText('Why').first()).toBeVisible();
  });
});

test.describe('patience', () => {
  // Time stands still, so that nothing comes by itself.
  test.use({ launch: { service: ['--clock', '0.01'] } });

  test('is a setting, and can be ended by hand @page', async ({ program }) => {
    const { page } = program;
    await openDesk(program);
    await goTo(program, '/w/demo/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    const patience = page.getByLabel('Patience with test submissions, minutes');
    await patience.fill('5');
    await patience.blur();
    await fire(program, 'residential');
    await expect(page.getByText(/What has not come in 4 min.* counts as missing/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Judge now' }).click();
    await expect(page.getByTestId('verdict')).toHaveText('fail', { timeout: 60_000 });
    await expect(page.getByText(/^judged by hand: /).first()).toBeVisible();
  });
});

test.describe('a restart', () => {
  // Time creeps until the test moves it, so that the run outlives the restart.
  test.use({ launch: { service: ['--clock', '0.2'], env: { METERSCOPE_VERDICT_QUIET_MS: '4000' } } });

  test('does not end a run', async ({ program, simulator }) => {
    const { page } = program;
    await fire(program, 'residential');
    await expect(page.getByTestId('verdict')).toHaveText('still waiting');
    await program.restart();
    await goTo(program, '/w/demo/support');
    await program.page.getByRole('tab', { name: 'Runs' }).click();
    await program.page
      .getByRole('grid', { name: 'runs' })
      .getByRole('gridcell', { name: 'residential', exact: true })
      .click();
    await simulator.control('POST', 'clock', { advance_s: 60 });
    await expect(program.page.getByRole('list', { name: 'What happened' })).toContainText('Triggered historical', {
      timeout: 60_000,
    });
    await simulator.control('POST', 'clock', { advance_s: 3600 });
    await expect(program.page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  });
});
