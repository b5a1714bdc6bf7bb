/** What the support desk says can be read, and its buttons be reached, in a window of 1280 x 800, however much there is. */
import type { Rule } from '../verdicts/falsifying-service.ts';
import { dropped } from '../verdicts/rules.ts';
import { expect, test } from './fixtures.ts';
import { expectAlertsReadable, expectReadable } from './readable.ts';
import { fire } from './support-steps.ts';

/** What the service answers is falsified by whatever stands here at the moment. */
let falsifying: Rule = () => undefined;

test.describe('a long run', () => {
  test.use({
    launch: {
      service: ['--clock', '600'],
      env: { METERSCOPE_VERDICT_QUIET_MS: '3000', METERSCOPE_VERDICT_PATIENCE_MS: '12000' },
      falsify: (passing) => falsifying(passing),
    },
  });

  test('says why it failed where one can read it @page', async ({ program }) => {
    const { page } = program;
    falsifying = dropped('meter_bills_added');
    await fire(program, 'commercial');
    await expect(page.getByTestId('verdict')).toHaveText('fail', { timeout: 60_000 });
    falsifying = () => undefined;
    // The page is longer than the window: that is what squeezed the reason.
    await expect(page.locator('[data-check]')).not.toHaveCount(0);
    expect(await page.locator('[data-check]').count()).toBeGreaterThan(15);
    await expectReadable(page.getByRole('alert').filter({ hasText: 'Why' }));
    await expectAlertsReadable(page);
  });
});

test.describe('an unknown outcome', () => {
  test.use({ launch: { service: ['--clock', '600'] } });

  test('shows its way out, down to the last button @page', async ({ program, simulator }) => {
    const { page } = program;
    await simulator.control('POST', 'faults', { path: '*/forms/*/test-submit', cut: 5, times: 5 });
    for (let sent = 0; sent < 5; sent += 1) {
      await fire(program, 'residential');
      await expect(page.getByTestId('verdict')).toHaveText('outcome unknown');
    }
    const ways = page.getByRole('alert').filter({ hasText: 'Find out whether the service acted' });
    await expect(ways.getByRole('button', { name: 'Follow this one' })).toHaveCount(5);
    await expectReadable(ways);
    // As a person would: with the wheel over the page.
    const last = ways.getByRole('button', { name: 'Look again' });
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 400);
    await expect(last).toBeInViewport({ ratio: 1 });
    await expectAlertsReadable(page);
  });
});
