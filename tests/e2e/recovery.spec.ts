/** Processes of the program that are killed while the window is open: it says so, comes back, and shows what it showed. */
import { chart, newestJob, synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { enginePid } from './processes.ts';

test.skip(process.platform !== 'linux', 'processes are found by /proc');

test('the data engine is killed: the window says so, and draws the chart again', async ({ program }) => {
  await chart(program);
  await synced(program);
  const before = await enginePid(program);
  process.kill(before, 'SIGKILL');
  await expect(
    program.page.getByText('The data engine stopped and was started again.', { exact: false }),
  ).toBeVisible();
  // It is told as soon as the new one begins to start.
  await expect.poll(() => enginePid(program).catch(() => before)).not.toBe(before);
  await program.page.goBack();
  const profile = await chart(program);
  // Drawn by the new one: a span that nobody has asked for before.
  const from = await profile.getAttribute('data-from');
  await profile.focus();
  for (let press = 0; press < 3; press += 1) await program.page.keyboard.press('+');
  await expect(profile).not.toHaveAttribute('data-from', from ?? '');
  await expect(profile.locator('[data-series]').first()).toHaveAttribute('data-points', /[1-9]/);
});

test('the data engine is killed in the middle of a sync: the job goes on to its end', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await chart(program);
  const first = await synced(program);
  // Slow enough to be met in the middle.
  await simulator.control('POST', 'faults', { path: '*Batch*', delay_ms: 1500 });
  await page.getByRole('button', { name: 'Fetch what is new' }).click();
  await expect(newestJob(program)).not.toHaveAttribute('data-job', first);
  await expect(newestJob(program)).toHaveAttribute('data-state', 'running');
  process.kill(await enginePid(program), 'SIGKILL');
  await expect(page.getByText('The data engine stopped and was started again.', { exact: false })).toBeVisible();
  await simulator.control('DELETE', 'faults');
  await expect(newestJob(program)).toHaveAttribute('data-state', 'done', { timeout: 240_000 });
  await expect(newestJob(program).getByRole('button', { name: /failed/ })).toHaveCount(0);
});
