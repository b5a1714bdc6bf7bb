/** Notifications of the system lead to what they are about. */
import { chart } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { fire, goTo } from './support-steps.ts';

type Seen = { shown: WeakRef<Electron.Notification>[] };

test('a clicked notification shows its run, also later and where the window was minimised', async ({ program }) => {
  test.setTimeout(180_000);
  const { page, electron } = program;
  if (!electron) throw new Error('This is about the desktop.');
  // The system's own display is not there: what it would be given is noted, and held by nobody else.
  expect(await electron.evaluate(({ Notification }) => Notification.isSupported())).toBe(true);
  await electron.evaluate(({ Notification }) => {
    const seen: Seen = { shown: [] };
    Object.assign(globalThis, seen);
    Notification.prototype.show = function show() {
      seen.shown.push(new WeakRef(this));
    };
  });
  await chart(program);
  await fire(program, 'badlogin');
  const run = new URL(page.url()).hash;
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 90_000 });
  const titles = () => electron.evaluate(() => (globalThis as unknown as Seen).shown.map((one) => one.deref()?.title));
  await expect.poll(titles).toEqual(['badlogin: pass']);

  await goTo(program, '/w/demo/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeInViewport();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  // As after hours: what nobody holds is gone.
  await electron.evaluate(async () => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  });
  expect(await titles()).toEqual(['badlogin: pass']);
  await electron.evaluate(() => (globalThis as unknown as Seen).shown[0]?.deref()?.emit('click'));
  await expect(page.getByRole('heading', { level: 1, name: 'badlogin', exact: true })).toBeInViewport();
  expect(new URL(page.url()).hash).toBe(run);
  await expect
    .poll(() => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()))
    .toBe(false);
});
