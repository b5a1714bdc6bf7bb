/** Electron's security checklist, item by item, in real Electron. The table is in docs/security.md. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, projectRoot, test } from './fixtures.ts';
import { startAgain } from './second-start.ts';

const origin = /^(app:\/\/meterscope|https:\/\/meterscope\.invalid)\//;

test('1, 7, 18: the page comes from an origin of its own, with a strict policy, and nothing is loaded from elsewhere', async ({
  program,
  page,
}) => {
  program.allowComplaint(/Content Security Policy|violates the following|Failed to load|net::ERR/);
  expect(page.url()).toMatch(origin);
  const policy = await program.electron?.evaluate(
    async ({ session }, url) => (await session.defaultSession.fetch(url)).headers.get('content-security-policy'),
    page.url(),
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  const sources = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script')].map(({ src }) => src).filter((src) => src !== ''),
  );
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toMatch(origin);
  const outside = await page.evaluate(async () => {
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('refused');
    });
    image.src = 'https://example.com/pixel.png';
    return {
      fetch: await fetch('https://example.com/').then(
        () => 'loaded',
        () => 'refused',
      ),
      image: await loaded,
    };
  });
  expect(outside).toEqual({ fetch: 'refused', image: 'refused' });
  // Scripts of the page's own making do not run.
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.head.append(script);
    return 'ranInline' in window;
  });
  expect(ran).toBe(false);
});

test('2, 3, 4, 6, 8, 9, 10, 20: no Node, isolated, sandboxed, nothing insecure switched on, nothing of Electron in the page', async ({
  program,
  page,
}) => {
  const preferences = await program.electron?.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Not in the published types, but the way to see what a window was really given.
    return (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(preferences?.nodeIntegrationInWorker ?? false).toBe(false);
  expect(preferences?.allowRunningInsecureContent ?? false).toBe(false);
  expect(preferences?.experimentalFeatures ?? false).toBe(false);
  expect(preferences?.enableBlinkFeatures ?? '').toBe('');
  const seen = await page.evaluate(() => ({
    require: typeof (globalThis as { require?: unknown }).require,
    process: typeof (globalThis as { process?: unknown }).process,
    module: typeof (globalThis as { module?: unknown }).module,
    bridge: Object.keys((globalThis as { meterscope?: object }).meterscope ?? {}).sort(),
    types: [
      ...new Set(
        Object.values((globalThis as { meterscope?: { calls: object } }).meterscope?.calls ?? {}).map(
          (one) => typeof one,
        ),
      ),
    ],
  }));
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    module: 'undefined',
    bridge: ['calls', 'fileHandle', 'offer', 'onCommand', 'onRoute', 'subscribe'],
    types: ['function'],
  });
});

test('files are opened by the handle of a file that the user gave, never by path', async ({ program, page }) => {
  const chosen = path.join(program.data, 'chosen.xml');
  await writeFile(chosen, '<feed xmlns="http://www.w3.org/2005/Atom"></feed>');
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'given';
    document.body.append(input);
  });
  await page.locator('#given').setInputFiles(chosen);
  const replies = await page.evaluate(
    async (file) => {
      interface Bridge {
        calls: Record<string, (input: unknown) => Promise<unknown>>;
        fileHandle(file: unknown): Promise<{ value?: { handle: string } }>;
      }
      const { meterscope } = globalThis as unknown as { meterscope: Bridge };
      const given = await meterscope.fileHandle(document.querySelector<HTMLInputElement>('#given')?.files?.[0]);
      return {
        handle: given.value?.handle,
        opened: await meterscope.calls['files.open']?.({ handles: [given.value?.handle] }),
        byPath: await meterscope.calls['files.open']?.({ handles: [file] }),
        // Made by the page itself: it lies nowhere.
        made: await meterscope.fileHandle(new File(['<feed/>'], file)),
        noFile: await meterscope.fileHandle({ path: file }).catch((error: Error) => error.name),
      };
    },
    path.join(program.data, 'workspaces.json'),
  );
  expect(replies.handle).toMatch(/^[\da-f-]{36}$/);
  expect(replies.opened).toMatchObject({ ok: true, value: [{ ok: true, name: 'chosen.xml' }] });
  expect(replies.byPath).toMatchObject({ ok: false, error: { code: 'not_handed_out' } });
  expect(replies.made).toMatchObject({ ok: false, error: { code: 'no_file' } });
  expect(replies.noFile).toMatch(/Error$/);
});

test('5: every permission is refused but writing to the clipboard', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'] as const;
    const found: Record<string, string> = {};
    for (const name of names) {
      // Chromium knows more names than the types do.
      found[name] = await navigator.permissions.query({ name: name as PermissionName }).then(
        ({ state }) => state,
        () => 'unknown',
      );
    }
    found.ask = await Notification.requestPermission();
    found.camera2 = await (navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject(new Error())).then(
      () => 'granted',
      () => 'denied',
    );
    return found;
  });
  expect(Object.values(states)).not.toContain('granted');
});

test('11, 12: no webview comes to be', async ({ program, page }) => {
  program.allowComplaint(/./);
  const before = await contentsCount(program.electron);
  await page.evaluate(() => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.com/');
    view.setAttribute('nodeintegration', '');
    view.setAttribute('allowpopups', '');
    document.body.append(view);
  });
  expect(await page.evaluate(() => 'getURL' in (document.querySelector('webview') ?? {}))).toBe(false);
  expect(await contentsCount(program.electron)).toBe(before);
});

test('13, 14, 15: the page goes nowhere else, opens no window, and only https links reach the system', async ({
  program,
  page,
}) => {
  program.allowComplaint(/./);
  // Without the hash: the program's own start moves on within the page meanwhile.
  const place = () => page.url().split('#')[0];
  const address = place();
  await program.electron?.evaluate(({ shell }) => {
    const holder = globalThis as { openedOutside?: string[] };
    holder.openedOutside = [];
    shell.openExternal = async (url) => void holder.openedOutside?.push(url);
  });
  await page.evaluate(() => {
    for (const url of ['https://example.com/', 'file:///etc/passwd', 'data:text/html,hi']) {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
    }
    window.open('https://example.com/allowed');
    window.open('file:///etc/passwd');
    window.open('smb://host/share');
    window.open('javascript:alert(1)');
    window.open('http://example.com/plain');
  });
  const frame = await page.evaluate(async () => {
    const inner = document.createElement('iframe');
    inner.src = 'https://example.com/';
    const loaded = new Promise((resolve) => {
      inner.addEventListener('load', resolve);
      inner.addEventListener('error', resolve);
    });
    document.body.append(inner);
    await loaded;
    // A frame that was refused shows an empty page of no origin that the parent may not read, or stays about:blank.
    return inner.contentDocument?.location.href ?? 'refused';
  });
  expect(['refused', 'about:blank']).toContain(frame);
  expect(place()).toBe(address);
  expect(await program.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  const opened = await program.electron?.evaluate(() => (globalThis as { openedOutside?: string[] }).openedOutside);
  expect(opened).toEqual(['https://example.com/allowed']);
  const refused = await callFromPage(page, 'app.openExternal', { url: 'file:///etc/passwd' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'link_refused' } });
});

test('17: only the main frame of the window may call; unknown calls and bad input are refused', async ({
  program,
  page,
}) => {
  program.allowComplaint(/./);
  expect(await callFromPage(page, 'app.info', undefined)).toMatchObject({ ok: true });
  expect(await callFromPage(page, 'app.openExternal', { url: 12 })).toMatchObject({
    ok: false,
    error: { code: 'bad_input' },
  });
  const frames = await page.evaluate(() => {
    const inner = document.createElement('iframe');
    inner.srcdoc = '<p>hi</p>';
    document.body.append(inner);
    return 'meterscope' in (inner.contentWindow ?? {});
  });
  expect(frames).toBe(false);
  // A second window, as an attacker inside the process might make one: its page is not ours.
  const answer = await program.electron?.evaluate(
    async ({ BrowserWindow }, preload) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      await foreign.loadURL('data:text/html,<p>foreign').catch(() => undefined);
      const said = await foreign.webContents.executeJavaScript(
        "globalThis.meterscope ? meterscope.calls['app.info']() : 'no bridge'",
      );
      foreign.destroy();
      return said as unknown;
    },
    path.join(projectRoot, 'dist', 'electron', 'preload.cjs'),
  );
  expect(answer).toMatchObject({ ok: false, error: { code: 'wrong_sender' } });
});

test('Chromium keeps its own files in the data folder that was asked for', async ({ program }) => {
  expect(await program.electron?.evaluate(({ app }) => app.getPath('userData'))).toBe(program.data);
});

test('one instance: a second start raises the first window, and hands its files and links over', async ({
  program,
  page,
}) => {
  const { electron } = program;
  if (!electron) throw new Error('This is a test of the desktop host.');
  // The box is the system's: what it says is noted.
  await electron.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = (async (_window: unknown, { message }: Electron.MessageBoxOptions) => {
      said.push(message);
    }) as unknown as typeof dialog.showMessageBox; // as much of it as is used
  });
  expect(await startAgain(program, path.join(projectRoot, 'tests', 'fixtures', 'no-such-file.xml'))).toBe(0);
  await expect(page).toHaveURL(/#\/w\/files\/files/);
  await expect
    .poll(() => electron.evaluate(() => (globalThis as unknown as { said: string[] }).said))
    .toEqual(['There is no file no-such-file.xml.']);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  // A deep link comes the same way, and leads to a screen.
  expect(await startAgain(program, 'meterscope://w/demo/requests')).toBe(0);
  await expect(page).toHaveURL(/#\/w\/demo\/requests/);
});

test('a page that crashes comes back with everything in it: the chart is drawn again', async ({ program }) => {
  const { electron, page } = program;
  const drawn = page.getByRole('application').first().locator('[data-series]').first();
  await expect(drawn).toHaveAttribute('data-points', /[1-9]/, { timeout: 90_000 });
  await electron?.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return new Promise<void>((resolve) => {
      contents?.once('did-finish-load', () => resolve());
      contents?.forcefullyCrashRenderer();
    });
  });
  program.allowComplaint(/crashed/);
  // Playwright's page ended with the crash; the window has not.
  const points = () =>
    electron?.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        "document.querySelector('[role=application] [data-series]')?.getAttribute('data-points')",
      ),
    );
  await expect.poll(points, { timeout: 60_000 }).toMatch(/[1-9]/);
});

async function contentsCount(
  electron: import('@playwright/test').ElectronApplication | undefined,
): Promise<number | undefined> {
  return await electron?.evaluate(({ webContents }) => webContents.getAllWebContents().length);
}

/** What a call of the bridge answers on the wire. */
function callFromPage(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    ([call, value]) => {
      const bridge = (globalThis as { meterscope?: { calls: Record<string, (input: unknown) => Promise<unknown>> } })
        .meterscope;
      return bridge?.calls[call as string]?.(value); // the first of the pair is the name
    },
    [name, input] as const,
  );
}
