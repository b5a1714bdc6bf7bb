/** Batches on a schedule: made, seen with the last result after a time when the program was closed, agreed to on LIVE, removed. */
import path from 'node:path';
import { query } from '../fixtures/duckdb-query.ts';
import { makeLiveWorkspace } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'], env: { METERSCOPE_VERDICT_QUIET_MS: '3000' } } });

const DAY = 86_400_000;

/** As if the program had been closed for three days. */
async function threeDaysPass(program: Program): Promise<void> {
  const attach = `ATTACH '${path.join(program.data, 'workspaces', 'demo', 'store.duckdb')}' AS store`;
  const [row] = await query(`${attach}; SELECT value FROM store.settings WHERE key = 'schedules'`);
  const kept: { madeAt: number; handled: number }[] = JSON.parse(String(row?.value));
  const older = kept.map((one) => ({ ...one, madeAt: one.madeAt - 3 * DAY, handled: one.handled - 3 * DAY }));
  const value = JSON.stringify(older).replaceAll("'", "''");
  await query(`${attach}; UPDATE store.settings SET value = '${value}' WHERE key = 'schedules'; DETACH store`);
}

/** Fills the dialog for two scenarios, each night. */
async function fillIn({ page }: Program): Promise<void> {
  await page.getByRole('button', { name: 'Run on a schedule' }).click();
  const dialog = page.getByRole('dialog', { name: /^A schedule for / });
  await dialog.getByLabel("Time of day, on this computer's clock").fill('03:15');
  await dialog.getByRole('radio', { name: 'Only some' }).check();
  const which = dialog.getByLabel('Which scenarios').and(page.locator('input'));
  for (const name of ['badlogin', 'empty']) {
    await which.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await which.press('Escape');
  await expect(dialog.getByText('2 test submissions each day at 03:15')).toBeVisible();
}

const make = ({ page }: Program) => page.getByRole('button', { name: 'Make the schedule' }).click();

test('is made, says when it comes, makes up once for days that it missed, and is removed @page', async ({
  program,
}) => {
  test.setTimeout(240_000);
  await goTo(program, '/w/demo/verdicts');
  await fillIn(program);
  await accessible(program);
  await make(program);
  const made = program.page.getByRole('region', { name: 'Schedules' }).getByRole('listitem');
  await expect(made).toContainText(/2 scenarios at .*, each day at 03:15/);
  await expect(made).toContainText(/Next: \d{4}-\d\d-\d\d 03:15, in /);
  await expect(made).toContainText('It has not come up yet.');
  await accessible(program);

  await program.restart(() => threeDaysPass(program));
  const { page } = program;
  await goTo(program, '/w/demo/verdicts');
  const schedule = page.getByRole('region', { name: 'Schedules' }).getByRole('listitem');
  await expect(schedule.getByRole('link', { name: '2 of 2 passed', exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByTestId('schedule-unusual')).toContainText('passed while the program was not running');
  // Its verdicts stand in the grid.
  await expect(page.locator('.ms-verdict[href][data-state="pass"]')).toHaveCount(2);
  await accessible(program);
  await schedule.getByRole('link').click();
  await expect(page.getByTestId('batch-verdict')).toHaveText('2 of 2 passed');

  await goTo(program, '/w/demo/verdicts');
  await page.getByRole('button', { name: /^Remove: 2 scenarios/ }).click();
  await expect(page.getByRole('region', { name: 'Schedules' })).toHaveCount(0);
  await program.restart();
  await goTo(program, '/w/demo/verdicts');
  await expect(program.page.locator('.ms-verdict[href]')).toHaveCount(2);
  await expect(program.page.getByRole('region', { name: 'Schedules' })).toHaveCount(0);
});

test('on LIVE it says once how much is sent each time, and waits for an answer @page', async ({
  program,
  simulator,
}) => {
  test.setTimeout(240_000);
  const { page } = program;
  await makeLiveWorkspace(program, simulator, 'North Power');

  await page.getByRole('link', { name: 'Verdicts over time', exact: true }).click();
  await fillIn(program);
  await make(program);
  const question = page.getByRole('dialog', { name: 'Make this schedule on LIVE?' });
  await expect(question).toContainText('agrees once to what is sent each day at 03:15');
  await expect(question).toContainText('Each time: 2 test submissions will be sent');
  await accessible(program);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Schedules' })).toHaveCount(0);

  await fillIn(program);
  await make(program);
  await page.getByRole('button', { name: 'Make this schedule on LIVE' }).click();
  await expect(page.getByRole('region', { name: 'Schedules' })).toContainText('each day at 03:15');
});
