/** The program's own menu and badge: they show what the palette of the window in front offers. */
import { chart, synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';

function desktop(program: Program) {
  const { electron } = program;
  if (!electron) throw new Error('This is about the desktop.');
  const item = (id: string) =>
    electron.evaluate(({ Menu }, one) => {
      const found = Menu.getApplicationMenu()?.getMenuItemById(one);
      return found && { label: found.label, enabled: found.enabled, accelerator: found.accelerator };
    }, id);
  const choose = (id: string) =>
    electron.evaluate(({ Menu }, one) => Menu.getApplicationMenu()?.getMenuItemById(one)?.click(), id);
  return { electron, item, choose };
}

test('the menus Go and Commands lead and act as the palette does, with the user’s own keys', async ({ program }) => {
  const { page } = program;
  const { item, choose, electron } = desktop(program);
  await chart(program);
  await expect.poll(() => item('go-events')).toMatchObject({ label: 'Events (g e)', enabled: true });
  await expect.poll(() => item('tab-bills')).toMatchObject({ label: 'Bills (3)' });
  await expect.poll(() => item('jobs-panel')).toMatchObject({ accelerator: 'Alt+J' });
  await choose('tab-bills');
  await expect(page.getByRole('tab', { name: 'Bills' })).toHaveAttribute('aria-selected', 'true');
  await choose('go-events');
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeInViewport();
  // Of the screen that is shown, and of no other.
  await expect.poll(() => item('tab-bills')).toBeNull();
  await expect.poll(() => item('events-poll')).toMatchObject({ label: 'Poll events now' });

  // Keys are shown, and act once.
  await page.evaluate(() => {
    localStorage.setItem('meterscope.keys', JSON.stringify({ 'go.meters': 'mod+m' }));
  });
  await page.reload();
  await expect.poll(() => item('go-meters')).toMatchObject({ label: 'Meters', accelerator: 'CmdOrCtrl+M' });
  const panel = page.getByRole('button', { name: 'Jobs panel' });
  await page.keyboard.press('Alt+j');
  await expect(panel).toHaveAttribute('aria-pressed', 'true');
  await choose('jobs-panel');
  await expect(panel).toHaveAttribute('aria-pressed', 'false');

  // Another window in front: its screen.
  const opened = electron.waitForEvent('window');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click({ button: 'middle' });
  const other = await opened;
  await expect(other.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect.poll(() => item('events-poll')).toBeNull();
  await expect.poll(() => item('go-files')).toMatchObject({ enabled: true });
  await choose('go-files');
  await expect(other.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});

test('the badge is the number that stands beside Attention, and none while a job runs', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  const { electron } = desktop(program);
  await electron.evaluate(({ app }) => {
    const badges: number[] = [];
    Object.assign(globalThis, { badges });
    app.setBadgeCount = (count = 0) => badges.push(count) > 0;
  });
  const badge = () => electron.evaluate(() => (globalThis as unknown as { badges: number[] }).badges.at(-1) ?? 0);
  test.setTimeout(150_000);
  await chart(program);
  await synced(program);
  await page.evaluate(async () => {
    const calls = window.meterscope?.calls;
    const list = await calls?.['attention.list']({ workspace: 'demo', offset: 0, limit: 1 });
    if (!list?.ok) throw new Error('There is no list.');
    await calls?.['attention.setThresholds']({
      workspace: 'demo',
      thresholds: { ...list.value.thresholds, gapDays: 1 },
    });
  });
  const count = page.getByRole('link', { name: /^Attention/ }).getByTestId('nav-count');
  await expect(count).toHaveText(/^\d+$/);
  await expect.poll(async () => `${await badge()}`).toBe(await count.textContent());
  await simulator.control('POST', 'faults', { path: '*', status: 503, retry_after_s: 600 });
  await page.evaluate(async () => {
    const reply = await window.meterscope?.calls['sync.start']({ workspace: 'demo' });
    if (!reply?.ok) throw new Error('The fetch was not started.');
  });
  await expect.poll(badge).toBe(0);
});
