/** Who gets into the browser host, seen from a real browser: its tabs, and other ports of the same computer. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';

test('tabs of the browser share the session, and the address holds no token', async ({ page }) => {
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 60_000 });
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 30_000 });
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByRole('application').first()).toBeVisible({ timeout: 30_000 });
  // Also one that another tab opened, as a link in a new tab is.
  const [third] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => window.open(location.href, '_blank', 'noopener')),
  ]);
  await expect(third.getByRole('application').first()).toBeVisible({ timeout: 30_000 });
});

test('what another port of this computer gets of the browser opens nothing', async ({ program, page }) => {
  program.allowComplaint(/Failed to load resource/);
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 60_000 });
  const seen: { cookie: string; headers: string }[] = [];
  const other = createServer((request, response) => {
    seen.push({ cookie: request.headers.cookie ?? '', headers: JSON.stringify(request.headers) });
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const visitor = await page.context().newPage();
  await visitor.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`); // a TCP server has a port
  const key = await page.evaluate(() => localStorage.getItem('meterscope.session'));
  expect(key).toBeTruthy();
  expect(await visitor.evaluate(() => localStorage.getItem('meterscope.session'))).toBeNull();
  const [visit] = seen;
  // The browser gives the cookie away: it must not be enough.
  expect(visit?.cookie).toContain('meterscope_');
  expect(visit?.headers).not.toContain(key ?? '');
  const { origin } = new URL(page.url());
  for (const [method, path] of [
    ['POST', '/rpc/workspaces.list'],
    ['GET', '/rpc/events'],
    ['POST', '/upload?name=a.xml'],
  ] as const) {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { origin, cookie: visit?.cookie ?? '', 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{"input":{}}' } : {}),
    });
    expect(answer.status, path).toBe(401);
    await answer.body?.cancel();
  }
  const shell = await fetch(`${origin}/`, { headers: { cookie: visit?.cookie ?? '' } });
  expect(await shell.text()).not.toContain(key ?? '');
  await new Promise((resolve) => other.close(resolve));
});

test('a tab without the key says how to get in', async ({ page }) => {
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => localStorage.clear());
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByText('This tab is not connected to Meterscope.')).toBeVisible();
});

test('files are opened by handle, never by path', async ({ page, program }) => {
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 60_000 });
  const reply = await page.evaluate(async (path) => {
    const answer = await fetch('/rpc/files.open', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-meterscope-session': localStorage.getItem('meterscope.session') ?? '',
      },
      body: JSON.stringify({ input: { handles: [path] } }),
    });
    return await answer.json();
  }, `${program.data}/workspaces.json`);
  expect(reply).toMatchObject({ ok: false, error: { code: 'not_handed_out' } });
});
