/** The computer wakes up: what waits for the service asks at once, as the system tells the program. */
import { firstChart } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';

test('after a sleep the events are asked for at once, and the window goes on', async ({ program }) => {
  const { page, electron } = program;
  test.setTimeout(120_000);
  await firstChart(program);
  const lastAsked = () =>
    page.evaluate(async () => {
      const reply = await window.meterscope?.calls['events.health']({ workspace: 'demo' });
      return reply?.ok ? (reply.value.poll.lastOkAt ?? 0) : 0;
    });
  // By its own plan the next poll would be in an hour.
  await page.evaluate(() =>
    window.meterscope?.calls['workspaces.change']({ workspace: 'demo', change: { pollEverySeconds: 3_600 } }),
  );
  await page.evaluate(() => window.meterscope?.calls['events.pollNow']({ workspace: 'demo' }));
  const before = await lastAsked();
  expect(before).toBeGreaterThan(0);
  await electron?.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
  });
  await expect.poll(lastAsked).toBeGreaterThan(before);
  await expect(page.getByRole('application', { name: /^Load profile/ })).toBeInViewport();
});
