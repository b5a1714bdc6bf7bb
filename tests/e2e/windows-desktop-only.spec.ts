/** Windows of the desktop program: where they lie, several at once, and the end of the last one. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chart } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';

test('a window is where it was; where its display is gone, it is on one that is there', async ({ program }) => {
  const place = () => program.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  const file = path.join(program.data, 'window.json');
  await program.electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 90, y: 70, width: 1111, height: 777 }),
  );
  await expect.poll(place).toMatchObject({ x: 90, y: 70, width: 1111, height: 777 });
  await program.restart(async () => {
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ x: 90, y: 70, width: 1111, height: 777 });
  });
  expect(await place()).toMatchObject({ x: 90, y: 70 });
  await program.restart(() => writeFile(file, '{"x":5000,"y":70,"width":1111,"height":777,"isMaximised":false}'));
  const { x = -1, y = -1 } = (await place()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x).toBeLessThan(1600);
  expect(y).toBeGreaterThanOrEqual(0);
});

test('a link opens in a window of its own, which hears of everything; only the end of the last one is asked about', async ({
  program,
  simulator,
}) => {
  test.setTimeout(150_000);
  const { page, electron } = program;
  if (!electron) throw new Error('This is about the desktop.');
  await chart(program);
  const opened = electron.waitForEvent('window');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click({ button: 'middle' });
  const other = await opened;
  await expect(other.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toHaveCount(0);

  // A menu is the system's, too.
  await electron.evaluate(({ BrowserWindow, Menu }) => {
    const seen = { items: [] as Electron.MenuItem[], progress: [] as number[] };
    Object.assign(globalThis, { seen });
    Menu.prototype.popup = function popup() {
      seen.items = this.items;
    };
    BrowserWindow.prototype.setProgressBar = (share) => void seen.progress.push(share);
  });
  type Seen = { seen: { items: Electron.MenuItem[]; progress: number[] } };
  const items = () => electron.evaluate(() => (globalThis as unknown as Seen).seen.items.map(({ label }) => label));
  await page.getByRole('link', { name: 'Events', exact: true }).first().click({ button: 'right' });
  await expect.poll(items).toEqual(['Open in new window', 'Copy link']);
  await electron.evaluate(() => (globalThis as unknown as Seen).seen.items[1]?.click());
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('meterscope://w/demo/events');

  // The dialog is the system's: what it is asked is noted, and nobody answers.
  await electron.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = ((_window: unknown, options: { message: string; detail: string }) => {
      asked.push(`${options.message} ${options.detail}`);
      return new Promise(() => undefined);
    }) as typeof dialog.showMessageBox; // as much of it as is used
  });
  const asked = () => electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  // The fetch of the start is over: else it is the one that is joined, and it may end just then.
  await expect(other.locator('.ms-job-list [data-job]').first()).toHaveAttribute('data-state', 'done', {
    timeout: 90_000,
  });
  await simulator.control('POST', 'faults', { path: '*', status: 503, retry_after_s: 600 });
  await page.evaluate(async () => {
    const reply = await window.meterscope?.calls['sync.start']({ workspace: 'demo' });
    if (!reply?.ok) throw new Error('The fetch was not started.');
  });
  await expect(other.getByText('The service is in maintenance (503)').first()).toBeVisible();
  await expect
    .poll(() => electron.evaluate(() => (globalThis as unknown as Seen).seen.progress.at(-1)))
    .toBeGreaterThanOrEqual(0);
  const closeOne = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const count = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await closeOne();
  await expect.poll(count).toBe(1);
  expect(await asked()).toEqual([]);
  // Twice: who is being asked is not asked again.
  await closeOne();
  await closeOne();
  await expect.poll(asked).toEqual([expect.stringMatching(/^A job is running\. Fetch what is new/)]);
  expect(await count()).toBe(1);
});

test('all windows are there again at the next start, each with its view and at its place', async ({ program }) => {
  test.setTimeout(150_000);
  const first = program.page;
  if (!program.electron) throw new Error('This is about the desktop.');
  await chart(program);
  const opened = program.electron.waitForEvent('window');
  await first.getByRole('link', { name: 'Request log', exact: true }).click({ button: 'middle' });
  const second = await opened;
  await expect(second.getByRole('heading', { level: 1, name: 'Request log' })).toBeVisible();
  await program.electron.evaluate(({ BrowserWindow }) => {
    const place = { x: 130, y: 90, width: 1010, height: 707 };
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('/requests'))
      ?.setBounds(place);
  });
  const meter = new URL(first.url()).hash.replace(/\?.*/, '');
  await program.restart();
  const views = () => program.electron?.windows().map((page) => new URL(page.url()).hash) ?? [];
  await expect.poll(() => views().length).toBe(2);
  await expect
    .poll(() => views().toSorted())
    .toEqual([expect.stringContaining(meter), expect.stringContaining('/w/demo/requests')]);
  const restored = program.electron?.windows().find((page) => page.url().includes('/requests'));
  await expect(
    restored?.getByRole('heading', { level: 1, name: 'Request log' }) ?? first.locator('none'),
  ).toBeVisible();
  expect(
    await program.electron?.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().includes('/requests'))
        ?.getNormalBounds(),
    ),
  ).toMatchObject({ x: 130, y: 90 }); // a test sets the size of a window when it starts

  // One that was closed by hand stays closed.
  await program.electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('/requests'))
      ?.close(),
  );
  await expect.poll(() => views().length).toBe(1);
  await program.restart(async () => {
    expect(JSON.parse(await readFile(path.join(program.data, 'window.json'), 'utf8'))).toMatchObject({ others: [] });
  });
  await chart(program);
  expect(views()).toHaveLength(1);
});
