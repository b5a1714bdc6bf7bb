/** Verdicts over time: which scenario began to fail when, over a year of nightly batches. */
import path from 'node:path';
import { SCENARIOS } from '../../shared/scenarios/names.ts';
import { query } from '../fixtures/duckdb-query.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, fire, goTo } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'], env: { METERSCOPE_VERDICT_QUIET_MS: '3000' } } });

const DAY = 86_400_000;
/** Nights before today that had a batch. */
const NIGHTS = 364;
/** The newest nights in which `locked` failed. */
const FAILED = 3;

/** As if all scenarios had been run each night of a year; the program is closed meanwhile. */
async function runEachNight(program: Program): Promise<void> {
  const file = path.join(program.data, 'workspaces', 'demo', 'store.duckdb');
  const midnight = new Date().setHours(0, 0, 0, 0);
  const names = SCENARIOS.map(({ name }) => `'${name}'`).join(', ');
  await query(`
    ATTACH '${file}' AS store;
    INSERT INTO store.runs (id, kind, batch, over, created_at, "view", state, scenario, utility, verdict, fired_at)
    SELECT id, 'run', 'night-' || night, true, sent,
      json_object('id', id, 'workspace', 'demo', 'batch', 'night-' || night, 'scenario', name, 'utility', 'DEMO', 'form', 'f',
        'state', verdict, 'createdAt', sent, 'firedAt', sent, 'finishedAt', sent + 60000, 'meters', json('[]'), 'checks', json('[]'),
        'steps', json('[]'), 'reason', CASE WHEN verdict = 'fail' THEN 'authorization.notes: expected a reason, observed none' END),
      'null', name, 'DEMO', verdict, sent
    FROM (SELECT night, name, 'run-' || name || '-' || night AS id,
        (${midnight} + 2 * 3600000 - night * ${DAY})::BIGINT AS sent,
        CASE WHEN name = 'locked' AND night <= ${FAILED} THEN 'fail' ELSE 'pass' END AS verdict
      FROM range(1, ${NIGHTS + 1}) nights(night), (SELECT unnest([${names}]) AS name));
    DETACH store`);
}

/** The local date so many days before today. */
function dayBefore(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);
  return day.toLocaleDateString('en-CA');
}

test('says since when a scenario fails, leads to its run, and shows what is run today @page', async ({ program }) => {
  test.setTimeout(300_000);
  await goTo(program, '/w/demo/meters');
  await program.page.getByRole('link', { name: 'Verdicts over time', exact: true }).click();
  await expect(program.page.getByRole('heading', { name: 'No verdict yet' })).toBeVisible();
  await accessible(program);
  await program.restart(() => runEachNight(program));

  const { page } = program;
  await goTo(program, '/w/demo/verdicts');
  await expect(page.getByText('Of 28 scenarios, 1 fail, 27 pass now')).toBeVisible();
  const began = `began to fail on ${dayBefore(FAILED)}, after ${NIGHTS - FAILED} passes`;
  // What fails stands first.
  const first = page.locator('.ms-verdicts tbody tr').first();
  await expect(first).toContainText('locked');
  await expect(first).toContainText(began);
  await expect(first.locator('[data-state="fail"]')).toHaveCount(FAILED);
  await expect(page.locator('.ms-verdicts tbody tr')).toHaveCount(28);
  await expect(page.locator('[data-since="empty"]')).toHaveText(`passed in all ${NIGHTS} runs`);
  await expect(first.locator('.ms-verdict').last()).toBeInViewport();
  await accessible(program);

  // A year of it is there at once, its newest day in view.
  await page.getByLabel('Days that are shown').and(page.locator('input')).click();
  await page.getByRole('option', { name: 'the last year' }).click();
  await expect(page.locator('.ms-verdict[href]')).toHaveCount(NIGHTS * 28, { timeout: 20_000 });
  await expect(first.locator('.ms-verdict').last()).toBeInViewport();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('days=');
  await page.getByLabel('Days that are shown').and(page.locator('input')).click();
  await page.getByRole('option', { name: 'the last 14 days' }).click();

  // By keyboard: the newest cell, and from there to the night in which it began.
  await first.locator('.ms-verdict').last().focus();
  for (let night = 1; night < FAILED; night += 1) await page.keyboard.press('ArrowLeft');
  const focused = page.locator('.ms-verdict:focus');
  await expect(focused).toHaveAttribute('aria-label', `locked at DEMO, ${dayBefore(FAILED)}: fail`);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('data-state', 'pass');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'locked', exact: true })).toBeVisible();
  await expect(page.getByTestId('verdict')).toHaveText('fail');

  // Today's run passes: the words say so while one looks.
  await fire(program, 'locked');
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.locator('[data-since="locked"]')).toHaveText(
    `passes again since ${dayBefore(0)}, after ${FAILED} failures`,
  );
  await page.locator('[data-since="locked"]').getByRole('link').click();
  await expect(page.getByTestId('verdict')).toHaveText('pass');
});
