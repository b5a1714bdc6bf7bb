/** A window: sandboxed, isolated, from `app://`; navigation, new windows, webviews and permissions are refused. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, type Rectangle, type Session, session, shell } from 'electron';
import type { KeptAnswer } from '#shared/kept-answers.ts';
import { externalUrl } from '../host/host.ts';
import { rendererFile } from '../rpc/renderer-files.ts';
import { offerContextMenu } from './context-menu.ts';
import { APP_ORIGIN, APP_SCHEME } from './origin.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
/** The built renderer is beside the main bundle. */
const RENDERER_ROOT = path.join(here, '..', 'renderer');

/** At most this long the program waits for the page to ask for its scripts. */
const PAGE_LIMIT_MS = 1_000;

/**
 * Serves the renderer's files and refuses every permission. Once, after the app is ready.
 * @param keptAnswers for the page's document, each time that it is loaded
 * @returns resolves once the page has its scripts: while it runs them, this process has time for other things
 */
export function prepareSession(keptAnswers: () => readonly KeptAnswer[]): Promise<void> {
  const own = session.defaultSession;
  let served = (): void => undefined;
  /** Asked for and not delivered yet. */
  let underWay = 0;
  let withScript = false;
  own.protocol.handle(APP_SCHEME, async (request) => {
    const url = new URL(request.url);
    underWay += 1;
    withScript ||= url.pathname.endsWith('.js');
    if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return new Response('Not found', { status: 404 });
    const file = await rendererFile(RENDERER_ROOT, url.pathname, 'none', {
      keptAnswers,
      systemLocale: app.getSystemLocale(),
    });
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });
  own.webRequest.onCompleted(() => {
    underWay -= 1;
    if (withScript && underWay === 0) served();
  });
  refuseEverything(own);
  return new Promise((resolve) => {
    served = resolve;
    setTimeout(resolve, PAGE_LIMIT_MS).unref();
  });
}

function refuseEverything(own: Session): void {
  own.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  );
  own.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  own.setDevicePermissionHandler(() => false);
  // Nothing but the program's own files is ever loaded by the page; the main side does the HTTP.
  own.webRequest.onBeforeRequest((details, answer) => {
    const allowed = [`${APP_ORIGIN}/`, 'devtools://', 'data:', `blob:${APP_ORIGIN}/`];
    answer({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/**
 * Guards that hold for every web contents that is ever created.
 * @param openAnother opens one more window on an address of the page: a link that was clicked with the middle button, or with Ctrl
 */
export function guardWebContents(openAnother: (route: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    offerContextMenu(contents, OWN_VIEW, openAnother);
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (url.startsWith(OWN_VIEW)) {
        openAnother(url.slice(OWN_VIEW.length));
        return { action: 'deny' };
      }
      try {
        void shell.openExternal(externalUrl(url));
      } catch {
        // Refused links open nowhere; the renderer's own links go through app.openExternal, which explains.
      }
      return { action: 'deny' };
    });
  });
}

/** What stands before the address of a view. */
const OWN_VIEW = `${APP_ORIGIN}/#`;

/** A page that crashes this often within this time is not reloaded automatically. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

/** Loads the page again when its process is gone: the core did not crash, a fresh page finds everything where it was. */
export function keepAlive(window: BrowserWindow): void {
  const crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = Date.now();
    crashes.push(now);
    if (crashes.filter((at) => now - at < CRASH_WINDOW_MS).length <= MAX_CRASHES) {
      window.webContents.reload();
      return;
    }
    void dialog
      .showMessageBox(window, {
        type: 'error',
        message: 'The window keeps crashing.',
        detail: `Nothing that was saved is lost. (${reason})`,
        buttons: ['Try again', 'Quit'],
        cancelId: 1,
      })
      .then(({ response }) => {
        if (response === 1) app.quit();
        else if (!window.isDestroyed()) window.webContents.reload();
      });
  });
}

/**
 * Opens a window on an address of the renderer (which lives in the hash).
 * @param inFront false: it is shown without taking the keyboard
 */
export function openWindow(route: string, bounds: Partial<Rectangle>, inFront: boolean): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Meterscope',
    backgroundColor: '#14171c',
    autoHideMenuBar: true,
    webPreferences: {
      preload: path.join(here, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // The page's compiled code is kept from the first start on; by default V8 waits for the third.
      v8CacheOptions: 'bypassHeatCheck',
    },
  });
  window.once('ready-to-show', () => (inFront ? window.show() : window.showInactive()));
  void window.loadURL(route === '' ? `${APP_ORIGIN}/` : `${APP_ORIGIN}/#/${route.replace(/^\/+/, '')}`);
  return window;
}
